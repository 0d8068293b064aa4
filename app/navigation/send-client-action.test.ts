import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onUnsent, sendClientAction } from './send-client-action.ts';

const told = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  told.mockReset();
  onUnsent(told);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = (answer: () => Promise<unknown>) => sendClientAction({ serverAction: answer as never });

test('what the server answers is the answer', async () => {
  expect(await send(async () => ({ kind: 'done' }))).toEqual({ kind: 'done' });
  expect(told).not.toHaveBeenCalled();
});

test('a server that cannot be reached is told, and there is no answer', async () => {
  const answer = await send(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(answer).toMatchObject({ data: undefined, init: { status: 503 } });
  expect(told).toHaveBeenCalledOnce();
});

test.each([502, 503, 504])('a proxy that answers %i for a server that is away is told as that', async (status) => {
  const answer = await send(() => Promise.reject({ status, statusText: '', internal: false, data: '' }));
  expect(answer).toMatchObject({ data: undefined, init: { status: 503 } });
  expect(told).toHaveBeenCalledOnce();
});

test('what the server throws goes on', async () => {
  const redirect = Response.redirect('https://example.org/admin', 303);
  await expect(send(() => Promise.reject(redirect))).rejects.toBe(redirect);
  await expect(send(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const refusal = { status: 403, statusText: '', internal: false, data: '' };
  await expect(send(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(told).not.toHaveBeenCalled();
});
