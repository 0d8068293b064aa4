import { expect, test } from 'vitest';
import { countItems, PART, partsOf } from './run-parts.ts';

const ids = Array.from({ length: PART + 2 }, (_, index) => `i${index}`);

test('what is marked is sent part by part', () => {
  const parts = partsOf({ action: 'publish', items: ids, acceptWarnings: true }, '');
  const [first, second] = [parts(undefined), parts(undefined)];
  expect(first?.getAll('item')).toEqual(ids.slice(0, PART));
  expect(second?.getAll('item')).toEqual(ids.slice(PART));
  expect(parts(undefined)).toBeUndefined();
});

test('all that a list holds is asked for until nothing is left', () => {
  const parts = partsOf({ action: 'archive', total: 30 }, 'q=x');
  expect(parts(undefined)?.get('query')).toBe('q=x');
  expect(parts('behind')?.get('cursor')).toBe('behind');
  expect(parts(undefined)).toBeUndefined();
});

test('a run is about what was marked, also where it repeats a part of one about all that a list holds', () => {
  expect(countItems({ total: 31 })).toBe(31);
  expect(countItems({ items: ['a', 'b'], total: 31 })).toBe(2);
  expect(countItems({})).toBeUndefined();
});
