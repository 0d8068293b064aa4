/** Exponential backoff: first delay in milliseconds, factor, relative jitter, and maximum. Source: the seed, §9. */
export const RETRY = { base: 1000, factor: 2, jitter: 0.5, max: 4 * 60 * 60 * 1000 } as const;

/**
 * Milliseconds to wait after this many failures.
 * @param random a number from 0 to 1, exclusive.
 */
export function retryDelay(failures: number, random: number): number {
  const { base, factor, jitter, max } = RETRY;
  const middle = Math.min(base * factor ** Math.max(0, failures - 1), max);
  return Math.min(Math.round(middle * (1 + jitter * (2 * random - 1))), max);
}

/** Maximum of `retryDelay` after this many failures, in milliseconds. */
export function longestDelay(failures: number): number {
  return retryDelay(failures, 1);
}
