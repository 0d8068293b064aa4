import { expect, test } from 'vitest';
import { readPageNumber } from './read-page-number.ts';

const read = (query: string) => readPageNumber(new URLSearchParams(query));

test('a page is counted from 1, and the first when none is named', () => {
  expect(read('')).toBe(1);
  expect(read('page=7')).toBe(7);
});

test.each(['0', '-1', '1.5', 'x', '', 'NaN', 'Infinity', '1e309', '99999999999999999999999', '9007199254740991'])(
  'there is no page %s',
  (page) => {
    expect(read(`page=${page}`)).toBeUndefined();
  },
);

test('there is no page behind the last one that may be asked for', () => {
  const query = new URLSearchParams('page=51');
  expect(readPageNumber(query, 51)).toBe(51);
  expect(readPageNumber(query, 50)).toBeUndefined();
});
