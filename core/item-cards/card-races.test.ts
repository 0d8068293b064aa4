import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { itemCards } from '../content/collections.ts';
import type { ItemLanguage } from '../content/item.ts';
import { mendItemCard, relinkCardsTo } from './fill-item-cards.ts';

const writesCard = (writes: { path: string }[]) => writes.some(({ path }) => path === itemCards.at('a').path);

/** A site where "a" links to "b", which is published. */
async function createLinkedSite() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  const marks = [{ type: 'link', attrs: { href: 'item:b' } }];
  const linking = (text: string): ItemLanguage =>
    testLanguage('uno', {
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }] },
    });
  await site.putItem('b', 'not-found', { es: testLanguage('dos') });
  await publish(site, 'b', ['es']);
  await site.putItem('a', 'not-found', { es: linking('b') });
  const broken = async () => (await site.card('a'))?.languages.es?.brokenLinks;
  return { ...site, beforeCommit, linking, broken };
}

test('a card that is written while the target of its link goes says that the link is broken', async () => {
  const site = await createLinkedSite();
  expect(await site.broken()).toBe(0);
  const stopped = site.beforeCommit(async () => {
    await unpublish(site, 'b', ['es']);
    await relinkCardsTo(site.store, testConfig, 'b');
  }, writesCard);
  await site.editItem('a', (item) => ({ ...item, languages: { es: site.linking('otro') } })).catch(() => {});
  expect(stopped()).toBe(1);
  expect(await site.broken()).toBe(1);
});

test('links that are judged anew while their target changes again say what is true in the end', async () => {
  const site = await createLinkedSite();
  await unpublish(site, 'b', ['es']);
  const stopped = site.beforeCommit(() => publish(site, 'b', ['es']), writesCard);
  await relinkCardsTo(site.store, testConfig, 'b');
  expect(stopped()).toBe(1);
  expect(await site.broken()).toBe(0);
});

test('links that are judged anew while somebody writes the item are judged on what was written', async () => {
  const site = await createLinkedSite();
  await unpublish(site, 'b', ['es']);
  const edit = () => site.editItem('a', (item) => ({ ...item, languages: { es: site.linking('otro') } }));
  const stopped = site.beforeCommit(edit, writesCard);
  await relinkCardsTo(site.store, testConfig, 'b');
  expect(stopped()).toBe(1);
  expect(await site.broken()).toBe(1);
});

test('a card that is made anew while its item or a target changes follows from both as they are', async () => {
  const site = await createLinkedSite();
  await site.store.commit([{ kind: 'delete', path: itemCards.at('a').path }]);
  site.beforeCommit(() => unpublish(site, 'b', ['es']), writesCard);
  expect(await mendItemCard(site.store, testConfig, 'a')).toBe(1);
  expect(await site.broken()).toBe(1);
  await site.store.commit([{ kind: 'delete', path: itemCards.at('a').path }]);
  site.beforeCommit(
    () => site.editItem('a', (item) => ({ ...item, languages: { es: testLanguage('uno') } })),
    writesCard,
  );
  await mendItemCard(site.store, testConfig, 'a');
  expect(await site.broken()).toBe(0);
});
