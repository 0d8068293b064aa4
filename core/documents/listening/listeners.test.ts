import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import type { ChangeSource } from './change-source.ts';
import { formatResumeToken, Listeners, parseResumeToken } from './listeners.ts';

/** A source without documents that can fail. */
function emptySource(): ChangeSource & { failure?: Error } {
  const source: ChangeSource & { failure?: Error } = {
    consistently: (read) => {
      if (source.failure) throw source.failure;
      return read();
    },
    position: () => ({ epoch: 'e', version: 0, trimmedVersion: 0 }),
    documents: (paths) => paths.map(() => undefined),
    query: () => [],
    commitAfter: () => undefined,
    changedAfter: () => [],
    documentAt: () => undefined,
  };
  return source;
}

afterEach(() => vi.restoreAllMocks());

test('when the store cannot be read, every listener is told once and ended', async () => {
  const source = emptySource();
  const listeners = new Listeners(source);
  const told: string[] = [];
  for (const name of ['one', 'two']) {
    listeners.listen({ documents: [] }, () => {}, { onError: (error) => told.push(`${name}: ${error.name}`) });
  }
  await Promise.resolve();
  expect(listeners.size).toBe(2);
  source.failure = new StoreUnavailable('gone');
  listeners.deliver();
  listeners.deliver();
  expect(told).toEqual(['one: StoreUnavailable', 'two: StoreUnavailable']);
  expect(listeners.size).toBe(0);
});

test('neither a listener nor its error handler can end the process by throwing', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  onTestFinished(() => void process.off('uncaughtException', uncaught));
  const source = emptySource();
  const listeners = new Listeners(source);
  const told: string[] = [];
  const throwing = (text: string) => () => {
    throw new Error(text);
  };
  listeners.listen({ documents: [] }, throwing('mine'), { onError: throwing('worse') });
  listeners.listen({ documents: [] }, throwing('yours'), { onError: ({ message }) => told.push(message) });
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual(['yours']);
  expect(printed.mock.calls.map(([error]) => String(error.cause))).toEqual(['Error: worse']);
  expect(uncaught).not.toHaveBeenCalled();
  expect(listeners.size).toBe(0);
});

test('a store that cannot be read when the first snapshot is due tells the listener', async () => {
  const source = emptySource();
  source.failure = new StoreUnavailable('gone');
  const onError = vi.fn();
  new Listeners(source).listen({ documents: [] }, () => {}, { onError });
  await Promise.resolve();
  expect(onError).toHaveBeenCalledExactlyOnceWith(source.failure);
});

test('a token gives its version back, in its own history only', () => {
  const token = formatResumeToken('a.b', 42);
  expect(parseResumeToken('a.b', token)).toBe(42);
  expect(parseResumeToken('other', token)).toBeUndefined();
  for (const bad of ['', '42', 'a.b', 'a.b.', 'a.b.x', 'a.b.042', 'a.b.-1', `${token}x`]) {
    expect(parseResumeToken('a.b', bad)).toBeUndefined();
  }
});
