import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface ReleaseOptions {
  /** Increases with every visit. */
  visits: () => number;
  signal: AbortSignal;
  /** Milliseconds without a visit before memory is released. */
  quiet?: number;
  /** Collects garbage; default: that of V8. */
  collect?: () => unknown;
}

/** Collections after the last visit: what the first one finds unused lets go of more, such as buffers outside the heap. */
const COLLECTIONS = 2;

/**
 * Collects garbage after each time with visits. V8 collects when something is allocated: a server that nobody visits any more
 * would keep the heap that its last visitors needed.
 */
export async function releaseMemoryWhenIdle(options: ReleaseOptions): Promise<void> {
  const { visits, signal, quiet = 5_000, collect = createCollector() } = options;
  let seen = visits();
  let left = 0;
  while (!signal.aborted) {
    await wait(quiet, undefined, { ref: false, signal }).catch(() => {});
    const now = visits();
    if (now !== seen) {
      left = COLLECTIONS;
    } else if (left > 0 && !signal.aborted) {
      left -= 1;
      collect();
    }
    seen = now;
  }
}

/** Node offers the collector only with a flag, which can be set later for contexts that are created then. */
function createCollector(): () => unknown {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => unknown;
  return () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
