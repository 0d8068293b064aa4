import { expect, test } from 'vitest';
import type { ItemLanguage } from '#core/content/item.ts';
import { testConfig, testLanguage } from '../../../../../test/helpers/content/create-content-site.ts';
import { createRelation } from './related-items.ts';

const item = (id: string, language: Partial<ItemLanguage> = {}) => ({
  id,
  type: 'notice',
  sourceLanguage: 'es',
  tags: [],
  fields: {},
  languages: { es: testLanguage(language.slug ?? id, language) },
});

const linkTo = (href: string): Partial<ItemLanguage> => ({
  body: {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  },
});

test.each([
  ['of different addresses', [item('a'), item('b')], false],
  ['of which one wants the address of the other', [item('a', { slug: 'x' }), item('b', { publishedSlug: 'x' })], true],
  [
    'of which one has left what the other wants',
    [item('a', { slug: 'y', publishedSlug: 'x' }), item('b', { slug: 'x' })],
    true,
  ],
  ['that move elsewhere', [item('a', { publishedSlug: 'x' }), item('b', { publishedSlug: 'y' })], false],
  ['of which one links to the other', [item('a'), item('b', linkTo('item:a'))], true],
  ['of which one links to the address of the other', [item('a'), item('b', linkTo('/notice-es/a/?x#y'))], true],
  ['of which one links to the other, the home page', [item('a', { slug: 'home' }), item('b', linkTo('/en'))], true],
  ['with other links', [item('a', linkTo('/')), item('b', linkTo('https://example.org/a'))], false],
])('two items %s', (_, items, isRelated) => {
  const areRelated = createRelation(testConfig, items);
  expect([areRelated('a', 'b'), areRelated('b', 'a')]).toEqual([isRelated, isRelated]);
});

test('an item is related to itself, also if it does not exist', () => {
  expect(createRelation(testConfig, [])('a', 'a')).toBe(true);
});
