import { expect, onTestFinished, test, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { Doc, encodeStateAsUpdate } from 'yjs';
import { readFrame, writeFrame } from '#core/drafts/draft-frames.ts';
import { DraftConnection } from './draft-connection.ts';

/** A socket without a network. */
class TestSocket {
  static readonly opened: TestSocket[] = [];
  readonly #listeners = new Map<string, (event: { data: unknown; code: number }) => void>();
  readonly sent: Uint8Array[] = [];
  binaryType = 'blob';
  bufferedAmount = 0;
  readyState = 0;
  onmessage: unknown = () => {};

  constructor() {
    TestSocket.opened.push(this);
  }

  send(data: Uint8Array<ArrayBuffer>) {
    this.sent.push(data);
  }

  close() {}

  addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void) {
    this.#listeners.set(type, listener);
  }

  dispatch(type: string, data?: unknown) {
    this.#listeners.get(type)?.({ data, code: 1006 });
  }
}

function connect() {
  vi.useFakeTimers();
  TestSocket.opened.length = 0;
  const connection = new DraftConnection({ url: 'ws://localhost/drafts', WebSocket: TestSocket });
  onTestFinished(() => {
    connection.destroy();
    vi.useRealTimers();
  });
  return connection;
}

test('a socket that the document has opened is used, with what came on it', async () => {
  const socket = new TestSocket();
  socket.readyState = 1;
  const server = new Doc();
  server.getText('title').insert(0, 'Words');
  const frames: Parameters<typeof writeFrame>[0][] = [
    { name: 'item/a/es', kind: 'granted', right: 'write' },
    { name: 'item/a/es', kind: 'answer', payload: encodeStateAsUpdate(server) },
  ];
  const messages = frames.map((frame) => writeFrame(frame).buffer);
  TestSocket.opened.length = 0;
  const connection = new DraftConnection({ url: '', WebSocket: TestSocket, started: { socket, messages } });
  onTestFinished(() => connection.destroy());
  const draft = connection.open('item/a/es', new Doc());
  await Promise.resolve();
  expect(TestSocket.opened).toEqual([]);
  expect(draft.right).toBe('write');
  expect(draft.doc.getText('title').toString()).toBe('Words');
  expect(socket.sent.map((bytes) => readFrame(bytes)?.kind)).toEqual(['enter', 'request', 'awareness']);
  expect(socket.onmessage).toBeNull();
});

test('a socket of the document that was lost is replaced', () => {
  const socket = new TestSocket();
  socket.readyState = 3;
  TestSocket.opened.length = 0;
  const connection = new DraftConnection({ url: '', WebSocket: TestSocket, started: { socket, messages: [] } });
  onTestFinished(() => connection.destroy());
  expect(TestSocket.opened).toHaveLength(1);
});

const last = () => TestSocket.opened.at(-1);
const granted = writeFrame({ name: 'item/a/es', kind: 'granted', right: 'write' });

test('a connection that ended before the window was closed is not made again', async () => {
  const connection = connect();
  /** The server sends one frame before the connection is lost. */
  const lose = () => {
    last()?.dispatch('open');
    last()?.dispatch('message', granted.buffer);
    last()?.dispatch('close');
  };
  expect(TestSocket.opened).toHaveLength(1);
  lose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(TestSocket.opened).toHaveLength(2);
  lose();
  connection.destroy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(TestSocket.opened).toHaveLength(2);
});

test('the longer the server is away, the more rarely it is tried, at least every eight seconds', async () => {
  connect();
  const times: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const [count, start] = [TestSocket.opened.length, performance.now()];
    last()?.dispatch('close');
    while (TestSocket.opened.length === count) await vi.advanceTimersByTimeAsync(10);
    times.push(performance.now() - start);
  }
  expect(Math.min(...times)).toBeGreaterThanOrEqual(250);
  expect(times[0]).toBeLessThanOrEqual(510);
  expect(Math.max(...times)).toBeLessThanOrEqual(8_010);
});

test('a server that no longer answers is given up, and a silent one to which nothing was sent is not', async () => {
  const connection = connect();
  last()?.dispatch('open');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(TestSocket.opened).toHaveLength(1);
  connection.open('item/a/es', new Doc());
  await vi.advanceTimersByTimeAsync(40_000);
  expect(TestSocket.opened.length).toBeGreaterThan(1);
});

test('presence, which nobody answers, is no sign of a server that is away', async () => {
  const connection = connect();
  last()?.dispatch('open');
  const draft = connection.open('item/a/es', new Doc());
  last()?.dispatch('message', granted.buffer);
  await vi.advanceTimersByTimeAsync(1_000);
  draft.awareness.setLocalState({ name: 'Ana' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(TestSocket.opened).toHaveLength(1);
  connection.open('item/b/es', new Doc()).close();
  last()?.dispatch('message', granted.buffer);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(TestSocket.opened, 'leaving is not answered either').toHaveLength(1);
});

test('nothing that was written while the connection was away is sent but by comparing', () => {
  const connection = connect();
  const doc = new Doc();
  const draft = connection.open('item/a/es', doc);
  doc.getText('title').insert(0, 'Before');
  last()?.dispatch('open');
  expect(last()?.sent.map((bytes) => readFrame(bytes)?.kind)).toEqual(['enter', 'request', 'awareness']);
  expect(draft.unsyncedChanges).toBe(1);
  doc.getText('title').insert(0, 'After');
  expect(readFrame(last()?.sent.at(-1) ?? new Uint8Array())?.kind).toBe('update');
  expect(draft.unsyncedChanges).toBe(2);
});

test('a window that is connected again is shown at once to others, from whom its former connection removed it', async () => {
  const connection = connect();
  const { awareness } = connection.open('item/a/es', new Doc());
  const others = new Awareness(new Doc());
  const send = () => {
    last()?.dispatch('open');
    const frames = last()?.sent.map((bytes) => readFrame(bytes)) ?? [];
    for (const frame of frames) if (frame?.kind === 'awareness') applyAwarenessUpdate(others, frame.payload, null);
  };
  awareness.setLocalStateField('place', 'title');
  send();
  last()?.dispatch('close');
  removeAwarenessStates(others, [awareness.clientID], null);
  await vi.advanceTimersByTimeAsync(1_000);
  send();
  expect(others.getStates().get(awareness.clientID)).toEqual({ place: 'title' });
  others.destroy();
});
