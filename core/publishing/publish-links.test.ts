import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { importedAddresses } from '../content/collections.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { trashItem } from '../items/trash-item.ts';
import { checkItem } from './check-item.ts';
import { publishItem, unpublishItem } from './publish-item.ts';

const eva = person('editor', 'eva');
const both = { acceptWarnings: true };

const linkingTo = (href: string) => ({
  body: {
    type: 'doc' as const,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  },
});
const linking = (id: string) => linkingTo(`item:${id}`);

test('two items that link to each other are published one after the other, the first after a warning', async () => {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
  await site.putItem('b', 'notice', { es: finishedLanguage('dos', linking('a')) });
  const target = { id: 'a', languages: ['es'] };
  const one = await publishItem(site.dependencies, eva, target);
  expect(one).toMatchObject({ ok: false, checks: [{ severity: 'warning', code: 'link-unpublished', target: 'b' }] });
  expect(await publishItem(site.dependencies, eva, target, both)).toMatchObject({ ok: true });
  expect(await publishItem(site.dependencies, eva, { ...target, id: 'b' })).toMatchObject({ ok: true });
  expect((await site.card('b'))?.health).toMatchObject({ brokenLinks: 0, foreignLinks: 0 });
});

test('distinguishes links to unpublished items, to items public in another language, and to deleted ones', async () => {
  const site = createItemSite();
  const target = (id: string, ...languages: string[]) => ({ id, languages });
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
  await site.putItem('b', 'notice', { es: finishedLanguage('dos'), en: finishedLanguage('two') });
  const said = async () => (await checkItem(site.dependencies, eva, target('a', 'es')))?.map(({ code }) => code);
  expect(await said()).toEqual(['link-unpublished']);
  await publishItem(site.dependencies, eva, target('b', 'en'), both);
  expect(await said()).toEqual(['link-other-language']);
  await publishItem(site.dependencies, eva, target('b', 'es'), both);
  expect(await said()).toEqual([]);
  await unpublishItem(site.dependencies, eva, target('b', 'es', 'en'));
  expect(await said()).toEqual(['link-unpublished']);
  await trashItem(site.dependencies, eva, { id: 'b' });
  expect(await said()).toEqual(['link-broken']);
  expect(await publishItem(site.dependencies, eva, target('a', 'es'), both)).toMatchObject({ reason: 'checks' });
});

test('accepts links to paths of the site that exist, existed, or become public with the item', async () => {
  const site = createItemSite();
  await site.putItem('b', 'not-found', { es: finishedLanguage('b-antes') });
  await publishItem(site.dependencies, eva, { id: 'b', languages: ['es'] });
  await site.editItem('b', (item) => ({ ...item, languages: { es: finishedLanguage('b') } }));
  await publishItem(site.dependencies, eva, { id: 'b', languages: ['es'] });
  await site.putItem('c', 'not-found', { es: finishedLanguage('c') });
  const size = { bytes: 1, width: 1, height: 1 };
  const picture = { id: 'a'.repeat(32), name: 'x.png', contentType: 'image/png', ...size };
  await site.store.commit([{ kind: 'set', path: `media/${'a'.repeat(32)}`, data: picture }]);
  const old = { itemId: 'b', language: 'es', path: '/2019/05/b' };
  await site.store.commit([setDocument(importedAddresses.at(old.path), old)]);
  const dead = async (href: string) => {
    await site.putItem('a', 'not-found', { es: finishedLanguage('uno', linkingTo(href)) });
    const checks = await checkItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    return checks?.map(({ code }) => code);
  };
  const alive = ['/not-found-es/b', '/not-found-es/b-antes', '/not-found-es', `/media/${'a'.repeat(32)}/x`];
  for (const href of [...alive, '/2019/05/B/']) {
    expect(await dead(href), href).toEqual([]);
  }
  for (const href of ['/not-found-es/c', '/en/not-found-en/b', '/equipo', `/media/${'b'.repeat(32)}/x`, '/en/x/y']) {
    expect(await dead(href), href).toEqual(['address-missing']);
  }
  expect(await dead('/not-found-es/uno')).toEqual([]);
});
