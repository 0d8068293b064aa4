import { expect, test } from 'vitest';
import type { ActionAnswer } from './item-actions.ts';
import { countItems, PART, partsOf, readPart } from './run-parts.ts';

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

test('a part that was done says what came of it', () => {
  const data: ActionAnswer = { kind: 'done', action: 'tag', done: 2, unchanged: 0, failed: [], undo: [] };
  expect(readPart({ data })).toBe(data);
});

test('a form that was not right is told in the sentences of the server', () => {
  const sentences = ['Elija un tema.'];
  expect(readPart({ data: { kind: 'problem', sentences } })).toEqual({ kind: 'ended', note: 'refused', sentences });
});

test('a session that ended and what the role may not do are told apart from a server that does not answer', () => {
  expect(readPart({ failure: 'ended' })).toMatchObject({ note: 'ended' });
  expect(readPart({ failure: 'forbidden' })).toMatchObject({ note: 'forbidden' });
  expect(readPart({ failure: 'gone' })).toMatchObject({ note: 'broken' });
  expect(readPart({ failure: 'failed' })).toMatchObject({ note: 'broken' });
  expect(readPart({ data: { kind: 'ask', items: [], all: true } })).toMatchObject({ note: 'broken' });
});
