import { afterEach, expect, test, vi } from 'vitest';
import { afterMove, chainMoves, type Move, sendMove } from './chain-moves.ts';

/** A server whose responses the test controls. */
function start() {
  const sent: Move[] = [];
  const told: boolean[] = [];
  const answers: ((isDone: boolean) => void)[] = [];
  const chain = chainMoves({
    send(move) {
      sent.push(move);
      return new Promise((resolve) => answers.push(resolve));
    },
    onDone: (isBroken) => void told.push(isBroken),
  });
  async function answer(isDone: boolean) {
    answers.shift()?.(isDone);
    // Waits until the effects of the response have settled.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  return { chain, sent, told, answer };
}

test('an item goes behind another one, or to the first place', () => {
  expect(afterMove(['a', 'b', 'c'], { id: 'a', behind: 'b' })).toEqual(['b', 'a', 'c']);
  expect(afterMove(['a', 'b', 'c'], { id: 'c', behind: 'a' })).toEqual(['a', 'c', 'b']);
  expect(afterMove(['a', 'b', 'c'], { id: 'c', behind: '' })).toEqual(['c', 'a', 'b']);
});

test('a move is sent when the one before it was answered, and the end is told once', async () => {
  const { chain, sent, told, answer } = start();
  expect(chain.isDone()).toBe(true);
  chain.add({ id: 'a', behind: 'b' });
  chain.add({ id: 'c', behind: '' });
  expect(sent).toEqual([{ id: 'a', behind: 'b' }]);
  await answer(true);
  expect(sent).toEqual([
    { id: 'a', behind: 'b' },
    { id: 'c', behind: '' },
  ]);
  expect(told).toEqual([]);
  expect(chain.isDone()).toBe(false);
  await answer(true);
  expect(told).toEqual([false]);
  expect(chain.isDone()).toBe(true);
});

test('of moves of one item that wait, the last one is sent', async () => {
  const { chain, sent, answer } = start();
  for (const behind of ['b', 'c', 'd']) chain.add({ id: 'a', behind });
  await answer(true);
  await answer(true);
  expect(sent.map(({ behind }) => behind)).toEqual(['b', 'd']);
});

test('what waited behind a move that was not done is not sent, and what comes later is', async () => {
  const { chain, sent, told, answer } = start();
  chain.add({ id: 'a', behind: 'b' });
  chain.add({ id: 'c', behind: '' });
  await answer(false);
  expect(told).toEqual([true]);
  expect(sent).toHaveLength(1);
  chain.add({ id: 'c', behind: 'b' });
  await answer(true);
  expect(sent).toHaveLength(2);
  expect(told).toEqual([true, false]);
});

afterEach(() => vi.unstubAllGlobals());

const send = (response: Response) => {
  vi.stubGlobal('fetch', async () => response);
  return sendMove('/admin/item-actions/faqs', { id: 'a', behind: 'b' });
};

test('a move is done where the server says so, and not where it refuses or leads to the sign-in page', async () => {
  expect(await send(Response.json({ kind: 'moved' }))).toBe('moved');
  expect(await send(Response.json({ kind: 'problem', sentences: ['No.'] }, { status: 409 }))).toBe('refused');
  const signIn = new Response('<p>', { headers: { 'content-type': 'text/html' } });
  expect(await send(Object.defineProperty(signIn, 'redirected', { value: true }))).toBe('ended');
  expect(await send(new Response(null, { status: 503 }))).toBe('failed');
});
