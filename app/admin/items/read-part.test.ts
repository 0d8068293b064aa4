import { expect, test } from 'vitest';
import { readPart } from './read-part.ts';

test('a part that was done says what came of it', async () => {
  const answer = { kind: 'done', act: 'tag', done: 2, unchanged: 0, failed: [], undo: [] };
  expect(await readPart(Response.json(answer))).toEqual(answer);
});

test('a form that was not right is told in the sentences of the server', async () => {
  const answer = { kind: 'problem', sentences: ['Elija un tema.'] };
  expect(await readPart(Response.json(answer, { status: 422 }))).toEqual({
    kind: 'ended',
    note: 'refused',
    sentences: ['Elija un tema.'],
  });
});

test('what the role may not do is told apart from a server that does not answer', async () => {
  expect(await readPart(new Response('<!doctype html>', { status: 403 }))).toMatchObject({ note: 'forbidden' });
  for (const response of [undefined, new Response('<!doctype html>'), Response.json(null, { status: 500 })]) {
    expect(await readPart(response)).toMatchObject({ note: 'broken' });
  }
});
