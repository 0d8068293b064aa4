import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { isPreviewPath, withoutToken } from './preview-path.ts';

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
