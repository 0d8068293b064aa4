import { setImmediate } from 'node:timers';

/** Milliseconds of reads before the event loop has its turn. */
const SLICE = 25;

/**
 * SQLite answers at once, so that code which awaits one read after the other would never let a request be received: a read that
 * comes after 25 ms of reads waits for a turn of the event loop.
 * @returns a function that returns what to wait for before a read; `undefined`: nothing
 */
export function createTurns(): () => Promise<void> | undefined {
  /** When the reads of this turn began; `undefined` before the first one. */
  let since: number | undefined;
  return () => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      setImmediate(() => {
        since = undefined;
      });
    }
    return now - since < SLICE ? undefined : new Promise((resolve) => setImmediate(resolve));
  };
}
