import { expect, test } from 'vitest';
import type { UndoStep } from './item-actions.ts';
import { countItems, countUndone, PART, partsOf } from './run-parts.ts';

const ids = Array.from({ length: PART + 2 }, (_, index) => `i${index}`);
const change = { before: { id: 'a', languages: {} }, after: { id: 'a', languages: {} } };

test('what is marked is sent part by part, with all of it named where items may change places', () => {
  const parts = partsOf({ action: 'publish', items: ids, acceptWarnings: true }, '');
  const [first, second] = [parts(undefined, []), parts(undefined, ['i1'])];
  expect(first?.getAll('item')).toEqual(ids.slice(0, PART));
  expect(second?.getAll('item')).toEqual(ids.slice(PART));
  expect(first?.get('among')).toBe(ids.join(' '));
  expect(second?.get('ahead')).toBe('i1');
  expect(parts(undefined, [])).toBeUndefined();
});

test('all that a list holds is asked for until nothing is left', () => {
  const parts = partsOf({ action: 'archive', total: 30 }, 'q=x');
  expect(parts(undefined, [])?.get('query')).toBe('q=x');
  expect(parts('behind', [])?.get('cursor')).toBe('behind');
  expect(parts(undefined, [])).toBeUndefined();
});

test('a run is about what was marked, also where it repeats a part of one about all that a list holds', () => {
  expect(countItems({ total: 31 })).toBe(31);
  expect(countItems({ items: ['a', 'b'], total: 31 })).toBe(2);
  expect(countItems({})).toBeUndefined();
});

test('an undo is about items, also where several go back in one step', () => {
  const steps: UndoStep[] = [change, { together: [change, change] }, { id: 'b', tag: 'x', isWanted: true }];
  expect(countUndone(steps)).toBe(4);
});
