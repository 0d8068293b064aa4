import { expect, test } from 'vitest';
import site from '#site-config';
import { pageRoutes } from './page-routes.ts';

const queryOf = (path: string, segment: string) =>
  pageRoutes(site)
    .find((route) => route.path === path)
    ?.query?.({ config: site, locale: 'en', params: { segment } });

test('a listing reads its page, its tag and its filters; a page at such an address reads nothing', () => {
  const query = queryOf(':segment', 'studies');
  expect(Object.keys(query ?? {})).toEqual(expect.arrayContaining(['page', 'tag']));
  expect(queryOf(':segment', 'visitor-guide')).toEqual({});
});

test('a page of code has its own path, which reads nothing', () => {
  const routes = pageRoutes({ pages: { prices: { es: 'Precios', en: 'Prices' } } });
  expect(routes).toContainEqual({ path: 'prices' });
});
