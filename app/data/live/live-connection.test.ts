import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#core/live/live-topics.ts';
import { createLiveConnection, type LiveSource } from './live-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create() {
  const opened: (LiveSource & { end: () => void; isClosed: boolean })[] = [];
  const connection = createLiveConnection(() => {
    const source = {
      onmessage: null,
      onerror: null,
      isClosed: false,
      end: () => {},
      addEventListener(_type: 'end', listener: () => void) {
        source.end = listener;
      },
      close() {
        source.isClosed = true;
      },
    };
    opened.push(source);
    return source;
  });
  const last = () => {
    const source = opened.at(-1);
    if (!source) throw new Error('Nothing was opened');
    return source;
  };
  const say = (event?: LiveEvent) => last().onmessage?.({ data: event ? JSON.stringify(event) : '' } as MessageEvent<string>);
  return { connection, opened, last, say };
}

const inbox = (unread: number): LiveEvent => ({ topic: 'inbox', revision: `r${unread}`, value: { unread } });

test('the last event of a topic is there while there is a connection, and is told', () => {
  const { connection, say, last } = create();
  const told: unknown[] = [];
  connection.subscribe(() => told.push(connection.read('inbox')));
  connection.resume();
  say(inbox(1));
  say();
  say(inbox(2));
  connection.pause();
  expect(last().isClosed).toBe(true);
  expect(told).toEqual([inbox(1), inbox(2), undefined]);
  connection.resume();
  say(inbox(2));
  expect(connection.read('inbox')).toEqual(inbox(2));
});

test('a lost connection is tried again after 1 s, then 1.5 times later each time, up to a minute', () => {
  const { connection, opened, last, say } = create();
  connection.resume();
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    const before = Date.now();
    last().onerror?.(new Event('error'));
    const number = opened.length;
    while (opened.length === number) vi.advanceTimersByTime(250);
    waits.push(Date.now() - before);
  }
  expect(waits.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_500]);
  expect(waits.at(-1)).toBe(60_000);
  say(inbox(1));
  last().onerror?.(new Event('error'));
  const number = opened.length;
  vi.advanceTimersByTime(1_000);
  expect(opened).toHaveLength(number + 1);
});

test('a connection without a first event for 10 s, or without any for a minute, is given up', () => {
  const { connection, opened, say } = create();
  connection.resume();
  vi.advanceTimersByTime(10_000);
  expect(opened[0]?.isClosed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(opened).toHaveLength(2);
  say();
  vi.advanceTimersByTime(59_999);
  expect(opened[1]?.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(opened[1]?.isClosed).toBe(true);
});

test('what the server has ended is not opened again; what was paused stays closed until it is resumed', () => {
  const { connection, opened, last } = create();
  connection.resume();
  connection.resume();
  expect(opened).toHaveLength(1);
  last().onerror?.(new Event('error'));
  connection.pause();
  vi.advanceTimersByTime(600_000);
  expect(opened).toHaveLength(1);
  connection.resume();
  last().end();
  vi.advanceTimersByTime(600_000);
  connection.resume();
  expect(opened).toHaveLength(2);
});
