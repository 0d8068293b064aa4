import { describe, expect, test } from 'vitest';
import {
  createContentSite,
  testCollections,
  testConfig,
  testLanguage,
} from '../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';
import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { auditLog } from '../audit/audit-log.ts';
import { contentCollectionsIn, itemCards } from '../content/collections.ts';
import type { ItemCard } from '../content/item-card.ts';
import type { Collection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { media } from '../media/media.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { createItemCard } from './create-item-card.ts';
import { fillItemCards, relinkCardsTo } from './fill-item-cards.ts';
import { type CardSearch, countItemCards, listAuthors, listItemCards, listOwnEdits } from './list-item-cards.ts';

const editor: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

const linking = (...hrefs: string[]): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: hrefs.map((href) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })),
    },
  ],
});

async function cardOf(store: DocumentStore, id: string): Promise<ItemCard> {
  const document = await getDocument(store, itemCards.at(id));
  if (!document) throw new Error(`The item ${id} has no card`);
  return document.data;
}

const openStore = () => {
  const languages = testConfig.locales.map(({ code }) => code);
  return openSqlite([...contentCollectionsIn(languages), media, auditLog, jobs] as Collection[]);
};

describe('the card of an item', () => {
  test('is written with it, and says how each language stands', async () => {
    const site = createContentSite();
    const links = { title: { source: 'title', hash: 'another', text: 'Otro' } };
    await site.putItem(
      'a',
      'faqs',
      {
        es: testLanguage('uno', { title: '¡Ángulo!', summary: 'Algo', seo: { title: 'Más' } }),
        en: testLanguage('one', { title: '«An» angle', links }),
      },
      { tags: ['x'], authorId: 'eva', authorName: 'Eva', createdAt: 5, editedAt: 7, fields: { order: 2.5 } },
    );
    await publish(site, 'a', ['es']);
    expect(await cardOf(site.store, 'a')).toMatchObject({
      place: 'shown',
      states: { es: 'published', en: 'draft' },
      titles: { es: 'angulo!', en: 'an» angle' },
      languages: { es: { title: '¡Ángulo!', publishedSlug: 'uno' }, en: { slug: 'one', translation: { stale: 1 } } },
      facets: [
        ...['tag:x', 'author:eva', 'tag:x author:eva'],
        ...['issue:stale', 'issue:missing', 'issue:unpublished'],
        ...['issue:unpublished:en', 'issue:stale:en', 'issue:missing:en'],
      ],
      urgency: { es: 0, en: 35_001, all: 35_001 },
      createdAt: 5,
      editedAt: 7,
      order: 2.5,
      health: { missing: 2, stale: 1, missingLanguages: 0, unpublished: 1, brokenLinks: 0, foreignLinks: 0, total: 4 },
    });
  });

  test('has the group of a question, and is found by it alone and with the rest', async () => {
    const site = createContentSite();
    const questions = testConfig.contentTypes.find(({ key }) => key === 'faqs');
    if (!questions) throw new Error('The site has questions');
    const labels = { es: 'Grupo', en: 'Group' };
    const choices = [{ value: 'before', labels }];
    const type = {
      ...questions,
      fields: [{ key: 'group', kind: 'choice' as const, localized: false, labels, choices }],
    };
    const config = { ...testConfig, contentTypes: [type] };
    await site.putItem('a', 'faqs', { es: testLanguage('uno') }, { tags: ['x'], authorId: 'eva' });
    const { data } = await site.getItem('a');
    const facetsOf = (group: string) =>
      createItemCard(config, { ...data, fields: { group } }, () => 'here').facets.filter((one) =>
        one.includes('group'),
      );
    expect(facetsOf('before')).toEqual([
      'group:before',
      'group:before tag:x',
      'group:before author:eva',
      'group:before tag:x author:eva',
    ]);
    expect(facetsOf('former')).toEqual([]);
  });

  test('follows the item to the archive and to the trash', async () => {
    const site = createContentSite();
    await site.putItem('a', 'notice', { es: testLanguage('uno', { state: 'archived' }) });
    expect(await cardOf(site.store, 'a')).toMatchObject({ place: 'archived', states: { en: 'missing' } });
    await site.editItem('a', (item) => ({ ...item, trashedAt: 9 }));
    expect(await cardOf(site.store, 'a')).toMatchObject({ place: 'trash', trashedAt: 9 });
  });

  test('counts links that readers find dead, to an item of another language alone, and to its addresses', async () => {
    const site = createContentSite();
    await site.putItem('here', 'notice', { es: testLanguage('aqui') });
    await publish(site, 'here', ['es']);
    await site.putItem('trashed', 'notice', { es: testLanguage('trash') }, { trashedAt: 1 });
    await site.putItem('draft', 'notice', { es: testLanguage('borrador') });
    const body = linking(
      ...['item:here', 'item:none', 'item:trashed', 'item:draft', 'item:a#part'],
      ...['/en/x', '/estudios/y', '/media/z'],
    );
    await site.putItem('a', 'notice', { es: testLanguage('uno', { body }), en: testLanguage('one', { body }) });
    const { languages, health, linksTo } = await cardOf(site.store, 'a');
    expect(linksTo).toEqual(['here', 'none', 'trashed', 'draft', 'a']);
    expect(languages.es).toMatchObject({ brokenLinks: 3, foreignLinks: 0, foreignAddresses: 1 });
    expect(languages.en).toMatchObject({ brokenLinks: 3, foreignLinks: 1, foreignAddresses: 1 });
    expect(health).toMatchObject({ brokenLinks: 6, foreignLinks: 3 });
  });

  test('learns that an item which it links to is public, or no longer', async () => {
    const site = createContentSite();
    await site.putItem('a', 'notice', { es: testLanguage('uno', { body: linking('item:b') }) });
    expect((await cardOf(site.store, 'a')).health.brokenLinks).toBe(1);
    await site.putItem('b', 'notice', { es: testLanguage('dos') });
    await publish(site, 'b', ['es']);
    expect(await relinkCardsTo(site.store, testConfig, 'b')).toBe(1);
    expect((await cardOf(site.store, 'a')).health).toMatchObject({ brokenLinks: 0, foreignLinks: 0 });
    await unpublish(site, 'b', ['es']);
    expect(await relinkCardsTo(site.store, testConfig, 'b')).toBe(1);
    expect((await cardOf(site.store, 'a')).health).toMatchObject({ brokenLinks: 1, foreignLinks: 0 });
    await site.editItem('b', (item) => ({ ...item, languages: { ...item.languages, en: testLanguage('two') } }));
    await publish(site, 'b', ['en']);
    expect(await relinkCardsTo(site.store, testConfig, 'b')).toBe(1);
    expect((await cardOf(site.store, 'a')).health).toMatchObject({ brokenLinks: 0, foreignLinks: 1 });
    expect(await relinkCardsTo(site.store, testConfig, 'b')).toBe(0);
  });
});

describe('filling in cards', () => {
  test('makes those that are missing once, and again for other languages', async () => {
    const site = createContentSite();
    for (let i = 0; i < 120; i++) await site.putItem(`item-${i}`, 'notice', { es: testLanguage(`s-${i}`) });
    const paths = Array.from({ length: 120 }, (_, i) => itemCards.at(`item-${i}`).path);
    await site.store.commit(paths.slice(10).map((path) => ({ kind: 'delete', path })));
    expect(await fillItemCards(site.store, testConfig)).toBe(110);
    await site.store.commit([{ kind: 'delete', path: itemCards.at('item-3').path }]);
    expect(await fillItemCards(site.store, testConfig)).toBe(0);
    const fewer = { ...testConfig, locales: testConfig.locales.slice(0, 1) };
    expect(await fillItemCards(site.store, fewer)).toBe(120);
    expect((await cardOf(site.store, 'item-3')).states).toEqual({ es: 'draft' });
  });

  test('goes on where it was broken off', async () => {
    const site = createContentSite();
    for (let i = 0; i < 120; i++) await site.putItem(`item-${i}`, 'notice', { es: testLanguage(`s-${i}`) });
    const cards = await site.store.runQuery({ collection: 'item-cards' });
    await site.store.commit(cards.map(({ path }) => ({ kind: 'delete', path })));
    const stop = new AbortController();
    const { runQuery } = site.store;
    site.store.runQuery = (query) => {
      stop.abort();
      return runQuery(query);
    };
    expect(await fillItemCards(site.store, testConfig, { signal: stop.signal })).toBe(50);
    expect(await fillItemCards(site.store, testConfig)).toBe(70);
  });
});

describe('the list', () => {
  const base: CardSearch = { types: ['notice'], place: 'shown', sort: 'edited', language: 'es', limit: 10 };

  async function fill(store?: DocumentStore) {
    const site = createContentSite(store);
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const archived = id === 'e' ? ({ state: 'archived' } as const) : {};
      await site.putItem(
        id,
        id === 'd' ? 'listing' : 'notice',
        { es: testLanguage(id, { title: `Título ${9 - index}`, ...archived }) },
        { tags: index % 2 ? ['x'] : [], authorId: index < 2 ? 'eva' : 'ana', createdAt: index, editedAt: 10 - index },
      );
    }
    await publish(site, 'b', ['es']);
    return site;
  }

  const ids = async (store: DocumentStore, rest: Partial<CardSearch>) =>
    (await listItemCards(store, editor, { ...base, ...rest })).cards.map(({ id }) => id);

  test('finds items by type, state, tag, author and place, in every order, each by an index', async () => {
    const sqlite = await openStore();
    await fill(sqlite);
    const { store, expectIndexed } = notePlans(sqlite);
    const draft = { language: 'es', states: ['draft' as const] };
    for (const sort of ['edited', 'created', 'title'] as const) {
      const newest = sort === 'created' || sort === 'title' ? ['c', 'b', 'a'] : ['a', 'b', 'c'];
      expect(await ids(store, { sort })).toEqual(newest);
      expect(await ids(store, { sort, direction: sort === 'title' ? 'desc' : 'asc' })).toEqual(newest.toReversed());
      expect(await ids(store, { sort, state: draft })).toEqual(newest.filter((id) => id !== 'b'));
      expect(await ids(store, { sort, tag: 'x' })).toEqual(['b']);
      expect(await ids(store, { sort, authorId: 'eva' })).toEqual(newest.filter((id) => id !== 'c'));
      expect(await ids(store, { sort, tag: 'x', authorId: 'ana' })).toEqual([]);
      expect(await ids(store, { sort, place: 'archived' })).toEqual(['e']);
      expect(await ids(store, { sort, place: 'trash' })).toEqual([]);
      expect(await ids(store, { sort, types: ['notice', 'listing'] })).toHaveLength(4);
    }
    expect(await ids(store, { state: draft, tag: 'x', types: ['listing'] })).toEqual(['d']);
    expect(await ids(store, { sort: 'order', group: 'none' })).toEqual([]);
    const authors = await listAuthors(store, editor, { type: 'notice', place: 'shown' });
    expect(authors.map(({ id }) => id)).toEqual(['ana', 'eva']);
    expect(await listOwnEdits(store, editor, 5)).toEqual([]);
    const { types, ...all } = base;
    const work = async (rest: Partial<CardSearch>) =>
      (await listItemCards(store, editor, { ...all, sort: 'work', ...rest })).cards.map(({ id }) => id);
    expect(await work({})).toEqual(['b', 'd', 'c', 'a']);
    expect(await work({ work: {} })).toEqual(['b', 'd', 'c', 'a']);
    expect(await work({ work: {}, types: ['notice'] })).toEqual(['b', 'c', 'a']);
    expect(await work({ work: {}, types: ['notice'], tag: 'x' })).toEqual(['b']);
    expect(await work({ work: {}, types: ['notice'], state: draft })).toEqual(['c', 'a']);
    expect(await work({ work: { language: 'es' } })).toEqual(['d', 'c', 'a']);
    expect(await work({ work: { language: 'es' }, types: ['notice'] })).toEqual(['c', 'a']);
    expect(await work({ work: { kind: 'language-missing' } })).toEqual(['b', 'd', 'c', 'a']);
    expect(await work({ work: { kind: 'unpublished', language: 'es' } })).toEqual(['d', 'c', 'a']);
    expect(await work({ work: { kind: 'unpublished', language: 'es' }, types: ['notice'] })).toEqual(['c', 'a']);
    for (const wanted of [{}, { language: 'es' }, { kind: 'unpublished' as const }, { kind: 'stale' as const }]) {
      const counted = await countItemCards(store, editor, { ...all, sort: 'work', work: wanted });
      expect(counted).toBe((await work({ work: wanted })).length);
    }
    expect(await countItemCards(store, editor, { ...base, state: draft })).toBe(2);
    expectIndexed(20);
  });

  test('gives every item once, page by page', async () => {
    const { store } = await fill(await openStore());
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const search = { ...base, types: ['notice', 'listing'], limit: 2, ...(after !== undefined && { after }) };
      const page = await listItemCards(store, editor, search);
      seen.push(...page.cards.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(await ids(store, { after: 'nonsense' })).toHaveLength(3);
  });

  test('is for those who may read drafts', async () => {
    const { store } = await fill();
    const viewer: Actor = { ...editor, role: 'viewer' };
    await expect(listItemCards(store, viewer, base)).rejects.toThrow(Forbidden);
    await expect(countItemCards(store, viewer, base)).rejects.toThrow(Forbidden);
  });
});

test('the collections of the tests are those of the product', () => {
  const names = (collections: Collection[]) => collections.map(({ name }) => name);
  expect(names(testCollections)).toEqual(expect.arrayContaining(names(contentCollectionsIn(['es']))));
});
