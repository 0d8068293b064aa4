import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import type { Actor } from '#core/access/actor.ts';
import { movePage } from '#core/items/move-page.ts';
import { collections } from '#server/services/services.ts';
import site from '#site-config';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { openPages } from '../../test/helpers/page-cache/open-pages.ts';

const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

const PAGES = {
  home: ['home', 'home'],
  about: ['about', 'about'],
  services: ['servicios', 'services'],
  children: ['ninos', 'children'],
  babies: ['bebes', 'babies'],
  elders: ['mayores', 'elders'],
};

test('a page that moves renders again the pages that show its path, and no others; its old addresses lead to it', async () => {
  const store = createMemoryDocumentStore({ collections });
  const own = { ...createContentSite(store), config: site };
  for (const [id, [es = '', en = '']] of Object.entries(PAGES)) {
    const texts = { es: testLanguage(es), en: testLanguage(en) };
    await own.putItem(id, 'pages', texts);
    expect(await publish(own, id, ['es', 'en'])).toMatchObject({ ok: true });
  }
  await movePage(own, eva, { id: 'babies', parent: 'children' });
  await movePage(own, eva, { id: 'elders', parent: 'about' });
  const { load, close } = await openPages(store);
  onTestFinished(close);
  const pageAt = async (path: string) => {
    const found = await load(path);
    if (found.kind !== 'page') throw new Error(`${path}: ${found.rendered.status}`);
    return found.page;
  };
  const others = ['/', '/about', '/about/mayores', '/en/about', '/en/about/elders'];
  const before = new Map<string, unknown>();
  for (const path of ['/servicios', '/en/services', '/ninos', '/ninos/bebes', ...others]) {
    before.set(path, await pageAt(path));
  }

  expect(await movePage(own, eva, { id: 'children', parent: 'services' })).toMatchObject({ ok: true });
  await expect.poll(async () => (await pageAt('/servicios')) !== before.get('/servicios')).toBe(true);
  await expect.poll(async () => (await pageAt('/en/services')) !== before.get('/en/services')).toBe(true);
  for (const path of others) expect(await pageAt(path), path).toBe(before.get(path));

  await pageAt('/servicios/ninos/bebes');
  await pageAt('/en/services/children/babies');
  for (const [path, to] of [
    ['/ninos', '/servicios/ninos'],
    ['/ninos/bebes', '/servicios/ninos/bebes'],
    ['/bebes', '/servicios/ninos/bebes'],
    ['/en/children/babies', '/en/services/children/babies'],
    ['/servicios/bebes', '/servicios/ninos/bebes'],
  ]) {
    await expect
      .poll(async () => {
        const found = await load(path ?? '');
        return found.kind === 'response' && [found.rendered.status, found.rendered.headers.get('location')];
      })
      .toEqual([301, to]);
  }
});
