import { expect, test } from 'vitest';
import type { PageRoute } from '#core/site/page-routes.ts';
import site from '#site-config';
import { createQueryLookup } from './query-lookup.ts';

const read = (name: string): NonNullable<PageRoute['query']> => {
  const shape = /^/;
  return ({ params: { segment = '' } }) => ({ [`${name}${segment}`]: { shape } });
};

const queryAt = createQueryLookup(site, [
  { path: '', query: read('home') },
  { path: 'en', query: read('never') },
  { path: ':segment', query: read('listing-of-') },
  { path: 'faq' },
  { path: 'search', query: () => 'search' },
  { path: 'preview/:segment', query: read('preview-of-') },
  { path: ':segment/:slug', query: read('item-of-') },
]);

test.each([
  ['/', ['home']],
  ['/faq', []],
  ['/estudios', ['listing-of-estudios']],
  ['/preview/x', ['preview-of-x']],
  ['/estudios/x', ['item-of-estudios']],
  ['/estudios/x/y', []],
])('the route of %s decides', (path, names) => {
  expect(Object.keys(queryAt('es', path))).toEqual(names);
});

test('a page of search results says so', () => {
  expect(queryAt('en', '/search')).toBe('search');
});
