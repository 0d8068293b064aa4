import { expect, test } from 'vitest';
import { chooseEvicted } from './evict-targets.ts';

const MEGABYTE = 1_048_576;

test('what was used longest ago goes first, until the rest fits', () => {
  const entries = [2, 4, 1, 3].map((usedAt) => ({ usedAt, bytes: MEGABYTE }));
  expect(chooseEvicted(entries, 2 * MEGABYTE).map(({ usedAt }) => usedAt)).toEqual([2, 1]);
  expect(chooseEvicted(entries, 4 * MEGABYTE)).toEqual([]);
});

test('a cache is never smaller than 1,048,576 bytes', () => {
  const entries = [
    { usedAt: 1, bytes: 1 },
    { usedAt: 2, bytes: MEGABYTE },
  ];
  expect(chooseEvicted(entries, 0)).toEqual([entries[0]]);
  expect(chooseEvicted(entries.slice(1), 0)).toEqual([]);
});
