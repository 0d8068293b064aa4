import { expect, test } from 'vitest';
import { documentPath, isAtMostBytes, isCollectionName, parsePath } from './document-path.ts';

test('a path has a collection and an id of any script', () => {
  for (const id of ['a', 'ñ', '😀', '...', '__a', 'a b', 'x'.repeat(1500), '😀'.repeat(375)]) {
    expect(parsePath(documentPath('old-addresses', id))).toEqual({
      path: `old-addresses/${id}`,
      collection: 'old-addresses',
      id,
    });
  }
});

test('anything else is no path', () => {
  const paths = [
    '',
    'a',
    'a/',
    '/a',
    'a/b/c',
    'A/b',
    'a_b/c',
    'a/\ud800',
    'a/.',
    'a/..',
    'a/__b__',
    'a/\u0085',
    `a/${'x'.repeat(1501)}`,
    `a/${'😀'.repeat(376)}`,
  ];
  for (const path of [...paths, undefined as never]) expect(parsePath(path)).toBeUndefined();
});

test('a collection has a short plain name', () => {
  for (const name of ['a', 'old-addresses', '2fa', 'x'.repeat(64)]) expect(isCollectionName(name)).toBe(true);
  for (const name of ['', 'A', 'a_b', "a'b", 'é', 'x'.repeat(65), 'a\n']) expect(isCollectionName(name)).toBe(false);
});

test('bytes are counted in UTF-8', () => {
  expect(isAtMostBytes('é'.repeat(5), 10)).toBe(true);
  expect(isAtMostBytes('é'.repeat(5), 9)).toBe(false);
  expect(isAtMostBytes('abc', 2)).toBe(false);
});
