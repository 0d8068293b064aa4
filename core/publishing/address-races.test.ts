import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import {
  createContentSite,
  testCollections,
  testConfig,
  testLanguage,
} from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, person } from '../../test/helpers/content/create-item-site.ts';
import { errorsOf, publish, unpublish } from '../../test/helpers/content/publish.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { addresses, publications, purgedItems } from '../content/collections.ts';
import { addressProblems } from '../doctor/check-content.ts';
import { createItem } from '../items/create-item.ts';

function createRacingSite() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createContentSite(store);
  const problems = async () => {
    const lines: string[] = [];
    for await (const line of addressProblems(store, testConfig)) lines.push(line);
    return lines;
  };
  return { ...site, beforeCommit, problems, other: { store, config: testConfig, now: site.now } };
}

test('a notice that returns and a publication that comes meanwhile do not both get the address', async () => {
  const site = createRacingSite();
  await site.putItem('a', 'notice', { es: testLanguage('uno') });
  await publish(site, 'a', ['es']);
  await unpublish(site, 'a', ['es']);
  await site.putItem('b', 'notice', { es: testLanguage('dos'), en: testLanguage('uno') });
  await publish(site, 'b', ['es']);
  // The old address of its English notice page already names "a", which is about to return there; "b" takes it first.
  expect((await site.store.batchGet([addresses.at('en', 'notice', 'uno').path]))[0]?.data.itemId).toBe('a');
  const stopped = site.beforeCommit(() => publish(site.other, 'b', ['en']));
  expect(await errorsOf(publish(site, 'a', ['es']))).toMatchObject([{ code: 'slug-taken', target: 'b' }]);
  expect(stopped()).toBe(1);
  expect(await site.problems()).toEqual([]);
  expect(await site.content.resolve('en', 'notice', 'uno')).toMatchObject({ kind: 'item' });
  expect((await site.content.cards('en', ['a', 'b'])).map(({ itemId }) => itemId)).toEqual(['b']);
});

test('of two items that ask for one address at the same moment, the second is told who has it', async () => {
  const site = createRacingSite();
  for (const id of ['a', 'b']) await site.putItem(id, 'not-found', { es: testLanguage('uno') });
  site.beforeCommit(() => publish(site.other, 'b', ['es']));
  expect(await errorsOf(publish(site, 'a', ['es']))).toMatchObject([{ code: 'slug-taken', target: 'b' }]);
  expect(await site.problems()).toEqual([]);
});

test('the id of an item that is deleted for good meanwhile is not used again', async () => {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  // Created and permanently deleted by others while it is being created.
  beforeCommit(() => store.commit([{ kind: 'set', path: purgedItems.at('a').path, data: { at: 1 } }]));
  const created = createItem(site.dependencies, person('editor'), { id: 'a', type: 'notice', sourceLanguage: 'es' });
  expect(await created).toMatchObject({ ok: false, reason: 'taken' });
});

test('typing elsewhere does not keep an item from being published', async () => {
  const site = createRacingSite();
  await site.putItem('b', 'notice', { es: testLanguage('dos') });
  await publish(site, 'b', ['es']);
  const link = { type: 'link', attrs: { href: 'item:b' } };
  const body = {
    type: 'doc' as const,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'b', marks: [link] }] }],
  };
  await site.putItem('a', 'notice', { es: testLanguage('uno', { body }) });
  let commits = 0;
  const { commit } = site.store;
  site.store.commit = (writes) => {
    if (writes.some(({ path }) => path === publications.at('es', 'notice', 'uno').path)) commits++;
    return commit(writes);
  };
  site.beforeCommit(() =>
    site.editItem('b', (item) => ({ ...item, languages: { es: testLanguage('dos', { title: 'Otro' }) } })),
  );
  expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true });
  expect(commits).toBe(1);
});
