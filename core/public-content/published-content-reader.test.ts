import { describe, expect, test } from 'vitest';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createPublishedContent } from './published-content-reader.ts';

/** Publishes items one second apart, so that the last is the newest. */
async function createFilledSite(type: string, tagsOf: string[][], languages = ['es']) {
  const site = createContentSite();
  for (const [index, tags] of tagsOf.entries()) {
    site.clock.time += 1000;
    const drafts = Object.fromEntries(languages.map((language) => [language, testLanguage(`${language}-${index}`)]));
    await site.putItem(`item-${index}`, type, drafts, { tags, fields: type === 'faqs' ? { order: 10 - index } : {} });
    await publish(site, `item-${index}`, languages);
  }
  return site;
}

const ids = (cards: { itemId: string }[]) => cards.map(({ itemId }) => itemId);

describe('resolve', () => {
  test.each([
    ['not-found', 'missing'],
    ['notice', 'notice'],
    ['listing', 'listing'],
  ])('answers with the policy %s where the language is missing: %s', async (type, kind) => {
    const site = await createFilledSite(type, [[]]);
    expect(await site.content.resolve('en', type, 'es-0')).toMatchObject({ kind });
    expect(ids((await site.content.list('en', type, { page: 1, pageSize: 9 })).cards)).toEqual(
      kind === 'notice' ? ['item-0'] : [],
    );
  });

  test('shows a notice in the language of the text, and only where the item really is as an alternate', async () => {
    const site = await createFilledSite('notice', [[]]);
    expect(await site.content.resolve('en', 'notice', 'es-0')).toMatchObject({
      kind: 'notice',
      publication: { language: 'es', title: 'Título es-0' },
      alternates: { es: 'es-0' },
    });
    expect(await site.content.cards('en', ['item-0'])).toMatchObject([{ language: 'en', contentLanguage: 'es' }]);
  });

  test('leads on from a notice once the language is published', async () => {
    const site = await createFilledSite('notice', [[]]);
    await site.editItem('item-0', (item) => ({ ...item, languages: { ...item.languages, en: testLanguage('en-0') } }));
    await publish(site, 'item-0', ['en']);
    expect(await site.content.resolve('en', 'notice', 'es-0')).toEqual({ kind: 'moved', slug: 'en-0' });
  });

  test('leads from the slug of one language to that of the other', async () => {
    const site = await createFilledSite('not-found', [[]], ['es', 'en']);
    expect(await site.content.resolve('en', 'not-found', 'es-0')).toEqual({ kind: 'moved', slug: 'en-0' });
  });

  test('finds pages by their slug', async () => {
    const site = createContentSite();
    await site.putItem('about', 'pages', { es: testLanguage('about') });
    await publish(site, 'about', ['es']);
    expect(await site.content.resolve('es', 'pages', 'about')).toMatchObject({ kind: 'item' });
    expect(await site.content.resolve('es', 'pages', 'nothing')).toEqual({ kind: 'missing' });
  });

  test.each(['', '../x', 'a:b', 'ñ', '%00', 'a/b'])('has nothing at %j, nor at a very long slug', async (slug) => {
    const site = await createFilledSite('notice', [[]]);
    for (const asked of [slug, slug + 'x'.repeat(5_000)]) {
      expect(await site.content.resolve('es', 'notice', asked)).toEqual({ kind: 'missing' });
    }
  });
});

describe('lists', () => {
  test('are newest first, by page, with the number of all', async () => {
    const site = await createFilledSite('not-found', [['a'], ['b'], ['a'], ['a', 'b'], []]);
    const page = (number: number, tag?: string) =>
      site.content.list('es', 'not-found', {
        page: number,
        pageSize: 2,
        ...(tag && { filter: { name: 'tag', value: tag } }),
      });
    expect(await page(1).then(({ cards, total }) => [ids(cards), total])).toEqual([['item-4', 'item-3'], 5]);
    expect(await page(3).then(({ cards, total }) => [ids(cards), total])).toEqual([['item-0'], 5]);
    expect(await page(4).then(({ cards, total }) => [ids(cards), total])).toEqual([[], 5]);
    expect(await page(1, 'a').then(({ cards, total }) => [ids(cards), total])).toEqual([['item-3', 'item-2'], 3]);
    expect((await page(1, 'constructor')).total).toBe(0);
    expect(await page(1, 'none').then(({ cards, total }) => [ids(cards), total])).toEqual([[], 0]);
    expect(await site.content.tagCounts('es', 'not-found')).toEqual({ a: 3, b: 2 });
  });

  test('keep their order when an old item is published anew', async () => {
    const site = await createFilledSite('not-found', [[], []]);
    await site.editItem('item-0', (item) => ({ ...item, tags: ['a'] }));
    site.clock.time += 1000;
    await publish(site, 'item-0', ['es']);
    expect(ids((await site.content.list('es', 'not-found', { page: 1, pageSize: 9 })).cards)).toEqual([
      'item-1',
      'item-0',
    ]);
  });

  test('relate items by the tags that they share, then by age', async () => {
    const site = await createFilledSite('not-found', [['a', 'b'], ['a'], ['b'], ['a', 'b'], ['c']]);
    const found = await site.content.resolve('es', 'not-found', 'es-0');
    if (found.kind !== 'item') throw new Error(found.kind);
    expect(ids(await site.content.related('es', found.publication, 3))).toEqual(['item-3', 'item-2', 'item-1']);
    expect(ids(await site.content.related('es', found.publication, 9))).toEqual([
      'item-3',
      'item-2',
      'item-1',
      'item-4',
    ]);
  });

  test('read items that share no tag only if there are too few others', async () => {
    const site = await createFilledSite('not-found', [['a'], ['a'], ['a'], ['b']]);
    const asked: string[] = [];
    const store: DocumentStore = {
      ...site.store,
      runQuery(query) {
        asked.push(query.where?.some(({ field }) => field === 'tags') ? 'tagged' : 'all');
        return site.store.runQuery(query);
      },
    };
    const content = createPublishedContent({ store, config: site.config });
    const found = await content.resolve('es', 'not-found', 'es-0');
    if (found.kind !== 'item') throw new Error(found.kind);
    expect(ids(await content.related('es', found.publication, 2))).toEqual(['item-2', 'item-1']);
    expect(asked).toEqual(['tagged']);
    expect(ids(await content.related('es', found.publication, 3))).toEqual(['item-2', 'item-1', 'item-3']);
    expect(asked).toEqual(['tagged', 'tagged', 'all']);
  });

  test('give questions in full in the order of their field', async () => {
    const site = await createFilledSite('faqs', [[], [], []]);
    expect(ids(await site.content.all('es', 'faqs'))).toEqual(['item-2', 'item-1', 'item-0']);
  });

  test('give cards in the order asked for, without those that there are not', async () => {
    const site = await createFilledSite('not-found', [[], []]);
    expect(ids(await site.content.cards('es', ['item-1', 'nobody', 'item-0']))).toEqual(['item-1', 'item-0']);
  });

  test('give every card once, in batches', async () => {
    const site = await createFilledSite(
      'notice',
      Array.from({ length: 501 }, () => []),
    );
    const batches: string[][] = [];
    for await (const batch of site.content.everyCard('en')) batches.push(ids(batch));
    expect(batches.length).toBeGreaterThan(2);
    expect(new Set(batches.flat()).size).toBe(501);
    expect(batches.flat()).toHaveLength(501);
  });
});
