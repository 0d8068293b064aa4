import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/create-content-site.ts';
import { isAdminPath } from './admin-path.ts';

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
