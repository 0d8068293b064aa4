import { expect, vi } from 'vitest';

/** How long something that other processes or timers do may take, for `vi.waitFor`. */
export const WAIT = { timeout: 10_000, interval: 10 };

/** Resolves once the condition holds. */
export const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), WAIT);
