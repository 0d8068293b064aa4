import { expect, vi } from 'vitest';
import { WAIT_TIMEOUT } from './wait-timeout.ts';

/**
 * Waits until the assertion passes.
 * @returns its result
 * @throws the last error of the assertion after {@link WAIT_TIMEOUT}
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: WAIT_TIMEOUT, interval: 10 });
}

/** Waits until the condition is truthy. @throws Error after {@link WAIT_TIMEOUT} */
export const until = (condition: () => unknown) => eventually(() => expect(condition()).toBeTruthy());
