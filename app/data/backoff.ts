/** Between attempts, in milliseconds. Source: as `data-limits.ts`. */
const BACKOFF = { first: 1_000, factor: 1.5, max: 60_000 } as const;

/** The delay before the next attempt, in milliseconds. @param failures the number of failures in a row before it, from 0 */
export function backoffAfter(failures: number): number {
  const { first, factor, max } = BACKOFF;
  return Math.min(first * factor ** failures, max);
}

/** Resolves after a time, or as soon as the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
