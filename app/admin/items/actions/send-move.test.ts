import { afterEach, expect, test, vi } from 'vitest';
import { sendMove } from './send-move.ts';

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
