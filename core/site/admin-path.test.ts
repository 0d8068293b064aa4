import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { isAdminPath, spellAdminPath } from './admin-path.ts';

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
