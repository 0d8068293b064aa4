import { expect, test } from 'vitest';
import type { ActionAnswer } from './item-actions.ts';
import { readPart } from './read-part.ts';

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
