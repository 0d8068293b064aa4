import { expect, test } from 'vitest';
import { CACHE_AGE } from './data-limits.ts';
import { chooseEvicted } from './evict-targets.ts';

const MEGABYTE = 1_048_576;

test('what was used longest ago goes first, until the rest fits', () => {
  const entries = [2, 4, 1, 3].map((usedAt) => ({ usedAt, bytes: MEGABYTE }));
  expect(chooseEvicted(entries, 2 * MEGABYTE, 5).map(({ usedAt }) => usedAt)).toEqual([2, 1]);
  expect(chooseEvicted(entries, 4 * MEGABYTE, 5)).toEqual([]);
});

test('a cache is never smaller than 1,048,576 bytes', () => {
  const entries = [
    { usedAt: 1, bytes: 1 },
    { usedAt: 2, bytes: MEGABYTE },
  ];
  expect(chooseEvicted(entries, 0, 5)).toEqual([entries[0]]);
  expect(chooseEvicted(entries.slice(1), 0, 5)).toEqual([]);
});

test('what was not used for 14 days goes, however small', () => {
  const entries = [
    { usedAt: 1, bytes: 1 },
    { usedAt: 2, bytes: 1 },
  ];
  expect(chooseEvicted(entries, MEGABYTE, 1 + CACHE_AGE)).toEqual([]);
  expect(chooseEvicted(entries, MEGABYTE, 2 + CACHE_AGE)).toEqual([entries[0]]);
});
