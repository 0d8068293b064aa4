import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createFakeDrafts } from '../../test/helpers/content/create-fake-drafts.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { mendItemCard, relinkCardsTo } from '../item-cards/fill-item-cards.ts';
import { trashItem } from '../items/trash-item.ts';
import { mediaIn } from '../media/media-in.ts';
import { readLinks } from '../public-content/read-links.ts';
import { checkItem } from '../publishing/check-item.ts';
import { fieldsSchema } from './field-schema.ts';

const labels = { es: 'Lleva a', en: 'Leads to' };
const FILE = 'f'.repeat(32);
const MORE: ContentType['fields'] = [
  { key: 'goal', kind: 'link', localized: false, labels },
  { key: 'goals', kind: 'list', localized: true, labels, of: [{ key: 'to', kind: 'link', localized: true, labels }] },
];
const config = {
  ...testConfig,
  contentTypes: testConfig.contentTypes.map((type) => (type.key === 'listing' ? { ...type, fields: MORE } : type)),
};
const names = { search: 'Buscar', feed: 'Novedades' };

/** A site with an item `a`, whose fields lead to the item `b` and to what is given. */
async function createSite(goal = 'item:b', others: string[] = []) {
  const site = createItemSite();
  const own = { ...site, config };
  const goals = others.map((to) => ({ to }));
  const languages = (slug: string, fields = {}) => ({
    es: finishedLanguage(slug, { fields }),
    en: finishedLanguage(`${slug}-en`, { fields }),
  });
  await site.putItem('a', 'listing', languages('a', { goals }), { fields: { goal } });
  await site.putItem('b', 'not-found', languages('b'));
  await mendItemCard(site.store, config, 'a');
  const dependencies = { ...site.dependencies, config, drafts: createFakeDrafts(site.store, config) };
  return {
    ...own,
    dependencies,
    warnings: async (language: string) => {
      const checks = (await checkItem(dependencies, person('editor'), { id: 'a', languages: [language] })) ?? [];
      return checks
        .filter(({ field }) => field?.startsWith('field:'))
        .map(({ code, field, target }) => [code, field, target]);
    },
    /** How many links of the item lead nowhere, and how many to another language, on the health board. */
    async health(language: string) {
      await relinkCardsTo(site.store, config, 'b');
      const { brokenLinks, foreignLinks } = (await site.card('a'))?.languages[language] ?? {};
      return [brokenLinks, foreignLinks];
    },
  };
}

test('a field leads to what may be led to, and to nothing else', () => {
  const check = (goal: unknown) =>
    fieldsSchema({ fields: MORE }, { item: 'a', localized: false }).safeParse({ goal }).success;
  expect(['item:b', 'listing:notice', `file:${FILE}`, 'https://example.org', 'tel:+52331234'].map(check)).not.toContain(
    false,
  );
  expect(['javascript:alert(1)', '/b', 'http://example.org', '', 7, { to: 'item' }].map(check)).not.toContain(true);
});

test('whoever publishes is warned of a link that readers do not see, in the language where they do not', async () => {
  const site = await createSite('item:b', ['listing:notice', 'listing:gone', `file:${FILE}`, 'https://example.org']);
  const lost = [
    ['link-gone', 'field:goals', undefined],
    ['link-gone', 'field:goals', undefined],
  ];
  expect(await site.warnings('es')).toEqual([['link-unpublished', 'field:goal', 'b'], ...lost]);
  await publish(site, 'b', ['es']);
  expect(await site.warnings('es')).toEqual(lost);
  expect(await site.warnings('en')).toEqual([['link-other-language', 'field:goal', 'b'], ...lost]);
  expect(await publish(site, 'a', ['es', 'en'])).toMatchObject({ ok: true });
});

test('the health board counts links of fields, and follows what becomes of their targets', async () => {
  const site = await createSite('item:b', ['listing:gone']);
  expect(await site.health('es')).toEqual([2, 0]);
  await publish(site, 'b', ['es']);
  expect([await site.health('es'), await site.health('en')]).toEqual([
    [1, 0],
    [1, 1],
  ]);
  await unpublish(site, 'b', ['es']);
  await trashItem(site.dependencies, person('editor', 'eva'), { id: 'b' });
  expect(await site.health('es')).toEqual([2, 0]);
  expect(await site.warnings('es')).toContainEqual(['link-gone', 'field:goal', 'b']);
});

test('a file that a field leads to is in use', () => {
  expect(mediaIn({ fields: { goal: `file:${FILE}` }, languages: {} })).toEqual([FILE]);
});

test('readers are led to what is public in their language, and to nothing else', async () => {
  const site = await createSite();
  const { pages = {}, ...others } = { ...config, pages: { visit: { es: 'Visita', en: 'Visit' } } };
  const values = [
    ...['item:b', 'item:unknown', 'listing:notice', 'listing:pages', 'listing:unknown', 'page:visit', 'page:unknown'],
    ...[
      'page:search',
      'page:constructor',
      `file:${FILE}`,
      'https://www.example.org/a/',
      'javascript:alert(1)',
      12,
      null,
    ],
  ];
  const read = async (language: string) => {
    const links = await readLinks(site.content, { ...others, pages }, language, { values, names });
    return [...links].map(([value, { label, href }]) => [value, label, href]);
  };
  await publish(site, 'b', ['en']);
  const outside = ['https://www.example.org/a/', 'example.org/a', 'https://www.example.org/a/'];
  expect(await read('es')).toEqual([
    ['listing:notice', 'notice', '/notice-es'],
    ['page:visit', 'Visita', '/visit'],
    ['page:search', 'Buscar', '/search'],
    outside,
  ]);
  expect(await read('en')).toEqual([
    ['item:b', 'Título b-en', '/en/not-found-en/b-en'],
    ['listing:notice', 'notice', '/en/notice-en'],
    ['page:visit', 'Visit', '/en/visit'],
    ['page:search', 'Buscar', '/en/search'],
    outside,
  ]);
});
