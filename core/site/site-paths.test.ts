import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { isAdminPath, isPreviewPath, spellAdminPath, spellPagePath, withoutToken } from './site-paths.ts';

test.each([
  ['/preview/token', true],
  ['/en/preview/token', true],
  ['/PREVIEW/token', true],
  ['/EN/%70review/token', true],
  ['/preview', false],
  ['/preview/', false],
  ['/articles/preview/token', false],
  ['/previews/token', false],
  ['/', false],
])('whether %s is a link to a draft: %s', (pathname, expected) => {
  expect(isPreviewPath(testConfig, pathname)).toBe(expected);
});

test.each([
  ['/preview/Token', '/preview/…'],
  ['/en/preview/Token', '/en/preview/…'],
  ['/preview/Token.data', '/preview/…'],
  ['//preview/Token', '/preview/…'],
  ['/en//preview//Token/', '/en/preview/…'],
  ['/PREVIEW/Token', '/preview/…'],
  ['/%70review/Token', '/preview/…'],
  ['/EN/%50review%2FToken', '/en/preview/…'],
  ['/%70review/Token%ZZ', '/preview/…'],
  ['/previews/Token', '/previews/Token'],
  ['/Articles//%70review', '/Articles//%70review'],
  ['/%E0%A4%A', '/%E0%A4%A'],
])('in a log, %s is %s', (pathname, logged) => {
  expect(withoutToken(testConfig, pathname)).toBe(logged);
});

test.each([
  ['/admin', true],
  ['/es/admin', true],
  ['/en/admin/people', true],
  ['/', false],
  ['/administration', false],
  ['/en/articles/admin', false],
])('whether %s belongs to the admin area: %s', (pathname, expected) => {
  expect(isAdminPath(testConfig, pathname)).toBe(expected);
});

test.each([
  ['/ADMIN', '/admin'],
  ['/EN/Admin/people', '/en/admin/people'],
  ['/%61dmin/items/studies/A%20b', '/admin/items/studies/A%20b'],
  ['/%65s/adm%49n.data', '/es/admin.data'],
  ['/en/admin/People', '/en/admin/People'],
  ['/Administration', '/Administration'],
  ['/Faq/admin', '/Faq/admin'],
  ['/%E0%A4%A/admin', '/%E0%A4%A/admin'],
  ['/', '/'],
])('%s is spelled %s', (pathname, spelled) => {
  expect(spellAdminPath(testConfig, pathname)).toBe(spelled);
});

test.each([
  ['/', '/'],
  ['/faq', '/faq'],
  ['/%66aq', '/faq'],
  ['/%46a%71', '/faq'],
  ['/FAQ', '/faq'],
  ['/EN/Studies/Chest%2dX-ray', '/en/studies/chest-x-ray'],
])('%s is spelled %s', (pathname, spelled) => {
  expect(spellPagePath(pathname)).toBe(spelled);
});

test.each([
  '/faq%2fx',
  '/faq%2F',
  '/%252f',
  '/%2566aq',
  '/faq%20',
  '/faq+',
  '/faq;x',
  '/faq.data',
  '/faq%00',
  '/faq%',
  '/faq%c3%28',
  '/ni%C3%B1os',
  '/-faq',
  '/a--b',
  '/faq%5c',
  `/${'a'.repeat(1_000)}`,
])('%s is no path of a page', (pathname) => {
  expect(spellPagePath(pathname)).toBeUndefined();
});
