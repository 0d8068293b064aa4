import { expect, test } from 'vitest';
import { readPageNumber } from './page-number.ts';

test.each([
  [null, 1],
  ['1', 1],
  ['50', 50],
  ['51', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['x', undefined],
  ['9007199254740991', undefined],
  ['Infinity', undefined],
])('page %s of a search is %s', (given, page) => {
  expect(readPageNumber(given)).toBe(page);
});
