import { expect, test, vi } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import { addLanguage, createItem, duplicateItem } from '#core/items/create-item.ts';
import { changeOrder } from '#core/items/item-order.ts';
import { restoreRevisions, restoreSavedVersion } from '#core/items/restore-history.ts';
import { saveVersion } from '#core/items/save-version.ts';
import { tagItem } from '#core/items/tag-item.ts';
import { purgeItem, trashItem, untrashItem } from '#core/items/trash-item.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { startDrafts } from '../../test/helpers/drafts/start-drafts.ts';

const eva: Actor = person('editor', 'eva');
const by = { id: 'eva', name: 'Eva' };
const accept = { acceptWarnings: true };

const paragraph = (id: string, text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] }],
});

async function startSite() {
  const server = await startDrafts();
  const dependencies = { store: server.store, config: testConfig, drafts: server.drafts };
  const item = async (id: string) => (await server.site.getItem(id)).data;
  return { ...server, dependencies, item };
}

test('an item is begun, written, translated and published by way of its drafts', async () => {
  const { drafts, dependencies, item, site } = await startSite();
  await createItem(dependencies, eva, { id: 'new', type: 'notice', sourceLanguage: 'es' });
  await drafts.changeLanguage('new', 'es', { title: 'Uno', slug: 'uno', body: paragraph('x', 'Texto.') }, by);
  expect(await addLanguage(dependencies, eva, { id: 'new', language: 'en' })).toMatchObject({ ok: true });
  await drafts.changeLanguage('new', 'en', { title: 'One', slug: 'one' }, by);
  const target = { id: 'new', languages: ['es', 'en'] };
  expect(await publishItem(dependencies, eva, target, accept)).toMatchObject({ ok: true });
  expect(await site.content.alternates('new')).toEqual({ es: 'uno', en: 'one' });
  await drafts.changeLanguage('new', 'es', { title: 'Dos' }, by);
  expect((await item('new')).languages).toMatchObject({ es: { state: 'changed' }, en: { state: 'published' } });
});

test('a revision and a saved version are restored into the drafts, with their shared part', async () => {
  const { drafts, dependencies, item } = await startSite();
  await createItem(dependencies, eva, { id: 'a', type: 'notice', sourceLanguage: 'es' });
  const first = { title: 'Uno', slug: 'uno', body: paragraph('x', 'Primero.'), fields: { steps: ['uno', 'dos'] } };
  await drafts.changeLanguage('a', 'es', first, by);
  await drafts.changeShared('a', { tags: ['x'], fields: { minutes: 5 } }, by);
  await publishItem(dependencies, eva, { id: 'a', languages: ['es'] }, accept);
  const saved = await saveVersion(dependencies, eva, { itemId: 'a', name: 'Antes' });
  const change = { title: 'Otro', summary: 'Más', body: paragraph('x', 'Segundo.'), fields: { steps: ['tres'] } };
  await drafts.changeLanguage('a', 'es', { ...change, seo: { title: 'S' } }, by);
  await drafts.changeShared('a', { tags: ['y'], fields: { minutes: 9 } }, by);

  const published = { itemId: 'a', refs: [{ language: 'es', revision: 1 }], languages: ['es'] };
  expect(await restoreRevisions(dependencies, eva, { ...published, shared: false })).toMatchObject({ ok: true });
  const restored = await drafts.readLanguage('a', 'es');
  expect(restored).toMatchObject({ title: 'Uno', summary: '', fields: { steps: ['uno', 'dos'] } });
  expect(plainText(restored.body)).toBe('Primero.');
  expect(await drafts.readShared('a')).toMatchObject({ tags: ['y'], fields: { minutes: 9 } });
  expect((await item('a')).languages.es?.seo.title ?? '').toBe('');

  const id = saved.ok ? saved.id : '';
  await restoreSavedVersion(dependencies, eva, { itemId: 'a', id, languages: [], shared: true });
  expect(await drafts.readShared('a')).toEqual({ tags: ['x'], fields: { minutes: 5 } });
  expect((await item('a')).languages.es?.state).toBe('published');
});

test('the place of a question changes in its draft and for the public, and does not count as a change', async () => {
  const { drafts, dependencies, item, site } = await startSite();
  for (const id of ['a', 'b']) {
    await createItem(dependencies, eva, { id, type: 'faqs', sourceLanguage: 'es' });
    await drafts.changeLanguage(id, 'es', { title: id, slug: id }, by);
  }
  for (const id of ['a', 'b']) {
    expect(await publishItem(dependencies, eva, { id, languages: ['es'] }, accept)).toMatchObject({ ok: true });
  }
  expect(await changeOrder(dependencies, eva, { id: 'b', after: undefined })).toMatchObject({ ok: true });
  expect((await site.content.all('es', 'faqs')).map(({ itemId }) => itemId)).toEqual(['b', 'a']);
  expect(await drafts.readShared('b')).toMatchObject({ fields: { order: 0 } });
  expect((await item('b')).languages.es?.state).toBe('published');
});

test('a duplicate has drafts of its own', async () => {
  const { drafts, dependencies } = await startSite();
  await createItem(dependencies, eva, { id: 'a', type: 'notice', sourceLanguage: 'es' });
  const text = { title: 'Uno', slug: 'uno', coverAlt: 'Una placa', author: 'Dra. Ana', body: paragraph('x', 'Texto.') };
  await drafts.changeLanguage('a', 'es', text, by);
  await drafts.changeShared('a', { author: 'Ana', cover: { media: 'a'.repeat(32) } }, by);
  expect(await duplicateItem(dependencies, eva, { id: 'b', from: 'a' })).toMatchObject({ ok: true });
  await drafts.changeLanguage('b', 'es', { title: 'Copia' }, by);
  expect((await drafts.readLanguage('a', 'es')).title).toBe('Uno');
  const copy = await drafts.readLanguage('b', 'es');
  expect(copy).toMatchObject({ title: 'Copia', slug: '', coverAlt: 'Una placa', author: 'Dra. Ana' });
  expect(await drafts.readShared('b')).toMatchObject({ author: 'Ana', cover: { media: 'a'.repeat(32) } });
  expect(plainText(copy.body)).toBe('Texto.');
});

test('an item comes out of the trash with its drafts, and goes for good with them', async () => {
  const { drafts, dependencies, draftLog } = await startSite();
  await createItem(dependencies, eva, { id: 'a', type: 'notice', sourceLanguage: 'es' });
  await drafts.changeLanguage('a', 'es', { title: 'Uno' }, by);
  await trashItem(dependencies, eva, { id: 'a' });
  await untrashItem(dependencies, eva, { id: 'a' });
  expect((await drafts.readLanguage('a', 'es')).title).toBe('Uno');
  await trashItem(dependencies, eva, { id: 'a' });
  expect(await purgeItem(dependencies, eva, { id: 'a' })).toEqual({ ok: true });
  expect(await draftLog.read('item/a/es')).toEqual([]);
  await expect(drafts.readLanguage('a', 'es')).rejects.toThrow(RangeError);
});

test('a tag is given with its draft opened once', async () => {
  const { drafts, store } = await startDrafts();
  const dependencies = { store, config: { ...testConfig, tags: { x: { es: 'X', en: 'X' } } }, drafts };
  await createItem(dependencies, eva, { id: 'a', type: 'notice', sourceLanguage: 'es' });
  const [read, change] = [vi.spyOn(drafts, 'readShared'), vi.spyOn(drafts, 'changeShared')];
  expect(await tagItem(dependencies, eva, { id: 'a', tag: 'x', isWanted: true })).toEqual({ ok: true, changed: true });
  expect([read.mock.calls.length, change.mock.calls.length]).toEqual([0, 1]);
});

test('tags that two people give an item at the same moment are both there', async () => {
  const { drafts, dependencies, item } = await startSite();
  const tags = { uno: { es: 'Uno', en: 'One' }, dos: { es: 'Dos', en: 'Two' }, tres: { es: 'Tres', en: 'Three' } };
  const config = { ...testConfig, tags };
  await createItem(dependencies, eva, { id: 'a', type: 'notice', sourceLanguage: 'es' });
  await drafts.changeShared('a', { tags: ['tres'] }, by);
  // All have read the item before any writes.
  let ready = 0;
  const { promise: allAreReady, resolve } = Promise.withResolvers<void>();
  const slow: Drafts = {
    ...drafts,
    async changeShared(...change) {
      if (++ready === 3) resolve();
      await allAreReady;
      return drafts.changeShared(...change);
    },
  };
  const tag = (name: string, isWanted = true) =>
    tagItem({ ...dependencies, config, drafts: slow }, eva, { id: 'a', tag: name, isWanted });
  await Promise.all([tag('uno'), tag('dos'), tag('tres', false)]);
  expect((await item('a')).tags.toSorted()).toEqual(['dos', 'uno']);
});
