import { expect, test } from 'vitest';
import type { PageRoute } from '#core/site/page-routes.ts';
import site from '#site-config';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createQueryLookup } from './page-address.ts';

test.each([
  ['/', '', '/'],
  ['/en/studies', '?utm_source=x', '/en/studies'],
  ['/estudios', '?tag=chest&page=2', '/estudios?page=2&tag=chest'],
  ['/estudios', '?page=1', '/estudios'],
  ['/es/estudios', '?x=1&tag=ni%C3%B1os', '/es/estudios?tag=ni%C3%B1os'],
  ['/faq', '?page=2', '/faq'],
  ['/estudios', '?tag=chest&page=2&tag=hand&page=3&tag=chest', '/estudios?page=2&tag=chest'],
  ['/estudios/radiografia-de-torax', '?page=2', '/estudios/radiografia-de-torax'],
  ['/studies', '?page=2', '/studies?page=2'],
  // Addresses of the listings' route that are no listings in their language.
  ['/a-page-item', '?page=2&tag=chest', '/a-page-item'],
  ['/en/estudios', '?page=2', '/en/estudios'],
])('%s%s is the page %s', (pathname, search, key) => {
  expect(addressOf(pathname, search)).toMatchObject({ key, cacheable: true, isSearch: false });
});

test.each([
  ['/search', '?q=x', '/search?q=x'],
  ['/en/search', '', '/en/search'],
  ['/search', '?utm_source=x&page=1&q=ni%C3%B1os%20sanos', '/search?q=ni%C3%B1os+sanos'],
  ['/search', '?page=2&q=x', '/search?q=x&page=2'],
])('%s%s is the page of search results %s, apart from other pages', (pathname, search, key) => {
  expect(addressOf(pathname, search)).toMatchObject({ key, cacheable: false, isSearch: true });
});

test.each([
  ['/search', `?q=${'x'.repeat(201)}`],
  ['/search', '?q=x&page=0'],
  ['/search', '?q=x&page=123'],
  ['/estudios', '?page=0'],
  ['/estudios', '?page=x'],
  ['/estudios', '?tag=%00'],
  ['/%66aq', ''],
  ['/FAQ', ''],
  ['/faq%20', ''],
])('%s%s is not kept, and the app sees its parameters', (pathname, search) => {
  expect(addressOf(pathname, search)).toMatchObject({ key: pathname + search, cacheable: false, isSearch: false });
});

test.each([
  ['/faq', '', true, 'es', false],
  ['/en/faq', '', true, 'en', true],
  ['/es/faq', '', false, 'es', true],
  ['/es', '', false, 'es', true],
  ['/estudios', '?page=2', false, 'es', false],
])('%s%s: canonical %s, in %s, with its language named: %s', (pathname, search, canonical, locale, explicit) => {
  expect(addressOf(pathname, search)).toMatchObject({ canonical, locale, explicit });
});

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
