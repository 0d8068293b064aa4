import { describe, expect, test } from 'vitest';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { createContentSite, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { notePlans, openSqlite } from '../../../test/helpers/documents/note-plans.ts';
import { type CardFilters, searchCards } from './list-items-route.ts';

async function createSite() {
  const site = await createApiSite();
  return { ...site, editor: await site.createProgram('editor') };
}

describe('the list of items', () => {
  async function createMany() {
    const site = await createSite();
    const create = (id: string, type: string, es: string, tags: string[], en?: string) =>
      site.editor.send('POST', '/items', {
        id,
        type,
        sourceLanguage: 'es',
        tags,
        languages: { es: { title: es }, ...(en && { en: { title: en } }) },
      });
    await create('a', 'notice', 'Tórax', ['huesos'], 'Chest');
    await create('b', 'listing', 'Cráneo', ['huesos', 'a']);
    await create('c', 'notice', 'Rodilla y tórax', []);
    await site.editor.send('POST', '/items/c/publish', { languages: ['es'] });
    const ids = async (query: string) =>
      (await site.editor.get(`/items?${query}`)).body.items.map(({ id }: { id: string }) => id).sort();
    return { ...site, ids };
  }

  test('is filtered by type, language, state, tag, words and time', async () => {
    const { ids } = await createMany();
    expect(await ids('')).toEqual(['a', 'b', 'c']);
    expect(await ids('type=notice')).toEqual(['a', 'c']);
    expect(await ids('type=nothing')).toEqual([]);
    expect(await ids('language=en')).toEqual(['a']);
    expect(await ids('state=published')).toEqual(['c']);
    expect(await ids('state=missing&language=en')).toEqual(['b', 'c']);
    expect(await ids('tag=huesos')).toEqual(['a', 'b']);
    expect(await ids('tag=huesos&type=listing&language=es&state=draft')).toEqual(['b']);
    await expect.poll(() => ids('q=TORAX')).toEqual(['a', 'c']);
    await expect.poll(() => ids('q=rodilla+torax')).toEqual(['c']);
    expect(await ids('q=torax&state=published')).toEqual(['c']);
    expect(await ids('q=torax&tag=huesos&language=en')).toEqual(['a']);
    expect(await ids('q=chest')).toEqual(['a']);
    expect(await ids('q=torax&type=listing')).toEqual([]);
    expect(await ids('q=%3F!')).toEqual([]);
    expect(await ids(`updatedSince=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await ids('updatedSince=2000-01-01T00:00:00Z')).toEqual(['a', 'b', 'c']);
  });

  test('is searched in the texts too, without accents and with other endings', async () => {
    const { editor, ids } = await createMany();
    await editor.send('PATCH', '/items/b/es', { body: { markdown: 'Se toman dos radiografías.' } });
    await expect.poll(() => ids('q=radiografia')).toEqual(['b']);
    await editor.send('PATCH', '/items/b/es', { body: { markdown: 'Se toman dos placas.' } });
    await expect.poll(() => ids('q=radiografia')).toEqual([]);
    expect(await ids('q=placas')).toEqual(['b']);
    await editor.send('DELETE', '/items/b');
    expect(await ids('q=placas')).toEqual([]);
    expect(await ids('q=placas&place=trash')).toEqual(['b']);
  });

  test.each(['q=uno', 'q=', 'state=draft'])(
    'comes page by page, each item once, the last changed first: %s',
    async (query) => {
      const { editor } = await createSite();
      for (let number = 0; number < 7; number++) {
        const type = number % 2 === 0 ? 'notice' : 'listing';
        await editor.send('POST', '/items', {
          id: `n-${number}`,
          type,
          sourceLanguage: 'es',
          languages: { es: { title: 'Uno' } },
        });
      }
      await expect.poll(async () => (await editor.get(`/items?${query}`)).body.items.length).toBe(7);
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await editor.get(`/items?limit=3&${query}${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.items.map(({ id }: { id: string }) => id));
        if (body.next === undefined) break;
        expect(body.items).toHaveLength(3);
        cursor = body.next;
      }
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
      const { body } = await editor.get('/items');
      const times = body.items.map(({ editedAt }: { editedAt: string }) => editedAt);
      expect(times).toEqual([...times].sort().reverse());
    },
  );

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'state=new',
    'language=fr',
    'updatedSince=today',
    'place=x',
    'cursor=zzz',
    'cursor=5.',
    'cursor=9999999999999999.one',
  ])('refuses %s', async (query) => {
    const { editor } = await createSite();
    const { status, body } = await editor.get(`/items?${query}`);
    expect([status, body.code, body.errors?.[0].parameter]).toEqual([400, 'invalid-query', query.split('=')[0]]);
  });
});

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
