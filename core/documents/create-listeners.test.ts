import { afterEach, expect, test, vi } from 'vitest';
import type { ChangeSource } from './change-source.ts';
import { createListeners } from './create-listeners.ts';
import { StoreUnavailable } from './errors.ts';

/** A source of no documents that can fail. */
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
  const listeners = createListeners(source);
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

test('without onError, the error of a listener is thrown where nobody catches it', () => {
  const later: (() => void)[] = [];
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((callback) => later.push(callback));
  createListeners(emptySource()).listen({ documents: [] }, () => {
    throw new Error('mine');
  });
  later.shift()?.();
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('mine');
});
