import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ListenRequest } from '#core/live/live-protocol.ts';
import type { LiveEvent } from '#core/live/live-topics.ts';
import { createConnectionState } from './connection-state.ts';
import { createListenStream } from './listen-stream.ts';
import { createTransport } from './transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const UNREAD: LiveEvent = { topic: 'inbox', revision: '1', value: { unread: 2 } };

interface Opened {
  body: ListenRequest;
  send(event: object | ''): void;
  end(): void;
  break(): void;
  isClosed: boolean;
}

/** @param answers whether the server answers a request at all; default: always, with an empty line */
function create(answers: (body: ListenRequest) => boolean = () => true) {
  const opened: Opened[] = [];
  const warn = vi.fn();
  const state = createConnectionState(warn);
  const events: object[] = [];
  const onInvalidated = vi.fn();
  const transport = createTransport(async (_path, init) => {
    const body = JSON.parse(String(init.body)) as ListenRequest;
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const entry: Opened = {
      body,
      isClosed: false,
      send: (event) => controller?.enqueue(encoder.encode(`${event === '' ? '' : JSON.stringify(event)}\n`)),
      end: () => controller?.close(),
      break: () => controller?.error(new TypeError('Failed to fetch')),
    };
    init.signal?.addEventListener('abort', () => {
      entry.isClosed = true;
    });
    opened.push(entry);
    if (!answers(body)) return new Promise(() => {});
    const stream = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
    });
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } });
  });
  const stream = createListenStream({
    transport,
    state,
    request: () => ({ targets: [], revisions: [] }),
    onEvent: (event) => events.push(event),
    onInvalidated,
  });
  onTestFinished(() => stream.pause());
  const last = () => {
    const entry = opened.at(-1);
    if (!entry) throw new Error('Nothing was opened');
    return entry;
  };
  return { stream, state, warn, opened, events, onInvalidated, last };
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('events are told as they come, until the connection is paused', async () => {
  const { stream, state, events, opened, last } = create();
  stream.resume();
  await pass();
  expect(state.read()).toBe('unknown');
  last().send(UNREAD);
  await pass();
  expect(events).toEqual([UNREAD]);
  expect(state.read()).toBe('online');
  stream.pause();
  await pass(100_000);
  expect(last().isClosed).toBe(true);
  expect(opened).toHaveLength(1);
});

test('a lost connection is tried again after 1 s, then 1.5 times later each time, up to a minute', async () => {
  const { stream, opened, last } = create();
  stream.resume();
  await pass();
  last().send('');
  await pass();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 13; attempt++) {
    const before = opened.length;
    last().break();
    let waited = 0;
    while (opened.length === before) {
      await pass(500);
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits.slice(0, 4)).toEqual([1_000, 1_500, 2_500, 3_500]);
  expect(waits.at(-1)).toBe(60_000);
  last().send('');
  await pass();
  last().break();
  const before = opened.length;
  await pass(1_000);
  expect(opened.length, 'a connection that worked starts the delays anew').toBe(before + 1);
});

test('a stream without any line for a minute is given up', async () => {
  const { stream, opened, onInvalidated, last } = create();
  stream.resume();
  await pass();
  last().send(UNREAD);
  await pass(59_000);
  last().send('');
  await pass(59_000);
  expect(opened).toHaveLength(1);
  await pass(1_000);
  expect(onInvalidated).toHaveBeenCalledOnce();
  expect(opened[0]?.isClosed).toBe(true);
  await pass(1_000);
  expect(opened).toHaveLength(2);
});

test('where no line of a stream comes within 10 s, requests wait 5 s for events, then 30 s each', async () => {
  const { stream, state, opened, events, last } = create(({ wait }) => wait !== undefined);
  stream.resume();
  await pass(9_999);
  expect(opened.map(({ body }) => body.wait)).toEqual([undefined]);
  await pass(1_001);
  expect(state.read()).toBe('offline');
  expect(stream.isPolling()).toBe(true);
  last().send('');
  last().end();
  await pass();
  expect(state.read()).toBe('online');
  last().send(UNREAD);
  last().end();
  await pass();
  expect(events).toEqual([UNREAD]);
  expect(opened.map(({ body }) => body.wait)).toEqual([undefined, 5_000, 30_000, 30_000]);
});

test('where neither a stream nor long polling is answered, both are tried in turn', async () => {
  const { stream, opened } = create(() => false);
  stream.resume();
  await pass(90_000);
  expect(opened.map(({ body }) => body.wait).slice(0, 4)).toEqual([undefined, 5_000, undefined, 5_000]);
});

test('what the server ends for good is not tried again', async () => {
  const { stream, opened, onInvalidated, last } = create();
  stream.resume();
  await pass();
  last().send({ end: true });
  await pass(100_000);
  stream.resume();
  await pass(1);
  expect(opened).toHaveLength(1);
  expect(onInvalidated).toHaveBeenCalledOnce();
});

test('other targets are asked for at once, over a new stream', async () => {
  const { stream, opened, onInvalidated, last } = create();
  stream.resume();
  await pass();
  last().send('');
  await pass();
  stream.restart();
  await pass();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(onInvalidated).not.toHaveBeenCalled();
  stream.pause();
  stream.restart();
  await pass();
  expect(opened).toHaveLength(2);
});
