import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Fails tests on an unexpected `console.error`; a test that expects one mocks it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  const calls = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(calls, 'unexpected console.error').toEqual([]);
});
