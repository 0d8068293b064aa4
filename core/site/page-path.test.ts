import { expect, test } from 'vitest';
import { spellPagePath } from './page-path.ts';

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
