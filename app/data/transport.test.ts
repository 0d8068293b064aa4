import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTransport } from './transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hangs = () => new Promise<Response>(() => {});

test('a request without an answer for 15 s fails with "Request time out", also while the answer is being read', async () => {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
  for (const fetch of [hangs, async () => new Response(body)]) {
    const failed = expect(createTransport(fetch).request('/', {})).rejects.toMatchObject({
      code: 'deadline-exceeded',
      message: 'Request time out',
    });
    await vi.advanceTimersByTimeAsync(14_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  }
});

test('a request that does not reach the server fails with "Connection failed."', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('Bad gateway', { status: 502 }),
    async () => new Response('<html>'),
  ];
  for (const fetch of answers) {
    await expect(createTransport(fetch).request('/', {})).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Connection failed.',
    });
  }
});

test('a refusal of the server is told by its code', async () => {
  const { request, stream } = createTransport(async () => Response.json({ problem: 'ended' }));
  await expect(request('/', {})).rejects.toMatchObject({ code: 'ended' });
  await expect(stream('/', {}, { first: 1, idle: 1 }).next()).rejects.toMatchObject({ code: 'ended' });
});

test('a line of a stream that is broken off is not told', async () => {
  const sent = ['{"a":1}\n{"b', '":2}\n{"c":'];
  const body = new ReadableStream({
    pull(controller) {
      const next = sent.shift();
      if (next === undefined) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(next));
    },
  });
  const lines: string[] = [];
  const read = async () => {
    const { stream } = createTransport(async () => new Response(body));
    for await (const line of stream('/', {}, { first: 10, idle: 10 })) lines.push(line);
  };
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
});
