import { expect, vi } from 'vitest';

/** Timeout of `vi.waitFor` for effects of other processes and timers. */
export const WAIT = { timeout: 10_000, interval: 10 };

/** Resolves once the condition holds. */
export const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), WAIT);
