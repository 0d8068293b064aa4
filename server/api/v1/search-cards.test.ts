import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteDocumentStore } from '#adapters/sqlite/document-store.ts';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { Query } from '#core/documents/document-store.ts';
import { createContentSite, testLanguage } from '../../../test/helpers/create-content-site.ts';
import { type CardSearch, searchCards } from './search-cards.ts';

const locales = ['es', 'en'];
const plain: CardSearch = { types: ['notice', 'listing'], locales, place: 'shown', words: '', limit: 3 };

async function createSite() {
  const folder = await mkdtemp(join(tmpdir(), 'meki-cards-'));
  const collections = contentCollectionsIn(locales);
  const sqlite = createSqliteDocumentStore({ file: join(folder, 'test.sqlite'), collections });
  onTestFinished(async () => {
    await sqlite.close();
    await rm(folder, { recursive: true });
  });
  const asked: Query[] = [];
  const store = {
    ...sqlite,
    runQuery(query: Query) {
      asked.push(query);
      return sqlite.runQuery(query);
    },
  };
  return { sqlite, asked, store, site: createContentSite(sqlite) };
}

test.each<[string, Partial<CardSearch>]>([
  ['everything', {}],
  ['a type', { types: ['notice'] }],
  ['the bin', { place: 'bin' }],
  ['a language', { language: 'en' }],
  ['a state', { state: 'draft' }],
  ['a state in a language', { state: 'changed', language: 'es' }],
  ['a tag', { tag: 'x' }],
  ['a state and a tag', { state: 'draft', language: 'es', tag: 'x' }],
  ['words', { words: 'tórax' }],
  ['a time', { since: 5 }],
  ['the page behind another', { cursor: '900.a' }],
])('an index leads to %s, in order', async (_, search) => {
  const { sqlite, asked, store } = await createSite();
  await searchCards(store, { ...plain, ...search });
  expect(asked.length).toBeGreaterThan(0);
  for (const query of asked) {
    const plan = sqlite.explainQuery(query);
    expect(
      plan.filter((line) => /SCAN|TEMP B-TREE/.test(line)),
      JSON.stringify(query),
    ).toEqual([]);
  }
});

test('pages hold every item once, though many were edited at the same moment', async () => {
  const { store, site } = await createSite();
  const ids = Array.from({ length: 25 }, (_, index) => `n-${index}`);
  for (const [index, id] of ids.entries()) {
    const type = index % 3 === 0 ? 'notice' : 'listing';
    const languages = { es: testLanguage(id), ...(index % 2 === 0 && { en: testLanguage(id) }) };
    await site.putItem(id, type, languages, { editedAt: Math.floor(index / 10) });
  }
  for (const search of [{}, { state: 'draft' as const }, { words: 'titulo' }]) {
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
