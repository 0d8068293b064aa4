import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnectionState } from './connection-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('nothing is known for 10 s, after which a server that has not answered counts as unreachable', () => {
  const log = vi.fn();
  const state = createConnectionState(log);
  state.starting();
  vi.advanceTimersByTime(9_999);
  expect([state.read(), log.mock.calls.length]).toEqual(['unknown', 0]);
  vi.advanceTimersByTime(1);
  expect([state.read(), log.mock.calls.length]).toEqual(['offline', 1]);
  state.reached();
  expect(state.read()).toBe('online');
});

test('a first attempt that fails is known at once; a connection that is lost may return for 10 s', () => {
  const state = createConnectionState(() => {});
  state.starting();
  state.failed();
  expect(state.read()).toBe('offline');
  state.reached();
  state.failed();
  expect(state.read()).toBe('unknown');
  state.starting();
  vi.advanceTimersByTime(9_999);
  expect(state.read()).toBe('unknown');
  vi.advanceTimersByTime(1);
  expect(state.read()).toBe('offline');
});

test('an unreachable server is logged once, however often it is lost', () => {
  const log = vi.fn();
  const state = createConnectionState(log);
  for (let loss = 0; loss < 3; loss++) {
    state.failed();
    state.failed();
    state.reached();
  }
  expect(log).toHaveBeenCalledExactlyOnceWith(
    'The server cannot be reached. Changes are kept and sent when it answers again.',
  );
});
