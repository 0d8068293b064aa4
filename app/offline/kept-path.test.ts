import { expect, test } from 'vitest';
import { localeSet } from '#site-config';
import { keptPathOf } from './kept-path.ts';

const keptPath = (path: string) => keptPathOf(localeSet, new URL(path, 'https://site.example'));

test.each([
  ['/admin', '/admin'],
  ['/en/admin?x=1', '/en/admin'],
  ['/admin/health?work=stale', '/admin/health?work=stale'],
  ['/es/admin/items/studies?q=hand', '/es/admin/items/studies?q=hand'],
  ['/admin/items/studies/mri/publish', '/admin/items/studies/mri/publish'],
  ['/admin/items/studies/mri/revisions?a=1&b=2', '/admin/items/studies/mri/revisions?a=1&b=2'],
])('%s is kept, to be read again, as %s', (path, key) => {
  expect(keptPath(path)).toEqual({ key, kind: 'reading' });
});

test('the page of an item is kept whatever part of it was asked for, to be written on', () => {
  expect(keptPath('/en/admin/items/studies/mri?block=b1')).toEqual({
    key: '/en/admin/items/studies/mri',
    kind: 'writing',
  });
});

test.each([
  '/',
  '/faq',
  '/administration',
  '/admin/signin',
  '/admin/signup?email=a@example.org',
  '/admin/reset-confirm',
  '/admin/account',
  '/admin/account/export',
  '/admin/people',
  '/en/admin/audit',
  '/admin/items/studies?new=',
  '/admin/items/studies/mri/publish?notice=shared',
  '/admin/items/studies/mri/preview',
  '/admin/items/studies/mri/preview/page',
  '/admin/item-search?q=a',
  '/preview/token',
  '/api/v1/items',
])('%s is not kept', (path) => {
  expect(keptPath(path)).toBeUndefined();
});
