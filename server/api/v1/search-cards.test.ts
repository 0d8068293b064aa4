import { expect, test } from 'vitest';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { createContentSite, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { notePlans, openSqlite } from '../../../test/helpers/documents/note-plans.ts';
import { type CardFilters, searchCards } from './search-cards.ts';

const locales = ['es', 'en'];
const plain: CardFilters = { types: ['notice', 'listing'], locales, place: 'shown', limit: 3 };

function manyIds(count: number): Set<string> {
  return new Set(Array.from({ length: count }, (_, index) => `n-${index}`));
}

const openStore = () => openSqlite(contentCollectionsIn(locales));

test.each<[string, Partial<CardFilters>]>([
  ['everything', {}],
  ['a type', { types: ['notice'] }],
  ['the trash', { place: 'trash' }],
  ['a language', { language: 'en' }],
  ['a state', { state: 'draft' }],
  ['a state in a language', { state: 'changed', language: 'es' }],
  ['a tag', { tag: 'x' }],
  ['a state and a tag', { state: 'draft', language: 'es', tag: 'x' }],
  ['many that were found', { found: manyIds(600) }],
  ['a time', { since: 5 }],
  ['the page behind another', { cursor: '900.a' }],
])('an index leads to %s, in order', async (_, search) => {
  const { store, expectIndexed } = notePlans(await openStore());
  await searchCards(store, { ...plain, ...search });
  expectIndexed();
});

test('pages hold every item once, though many were edited at the same moment', async () => {
  const store = await openStore();
  const site = createContentSite(store);
  const ids = Array.from({ length: 25 }, (_, index) => `n-${index}`);
  for (const [index, id] of ids.entries()) {
    const type = index % 3 === 0 ? 'notice' : 'listing';
    const languages = { es: testLanguage(id), ...(index % 2 === 0 && { en: testLanguage(id) }) };
    await site.putItem(id, type, languages, { editedAt: Math.floor(index / 10) });
  }
  for (const search of [{}, { state: 'draft' as const }, { found: manyIds(25) }, { found: manyIds(600) }]) {
    const seen: ItemCard[] = [];
    for (let cursor: string | undefined; ; ) {
      const { cards, next } = await searchCards(store, { ...plain, ...search, ...(cursor && { cursor }) });
      seen.push(...cards);
      cursor = next;
      if (cursor === undefined) break;
    }
    expect(seen.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    const times = seen.map(({ editedAt }) => editedAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
});
