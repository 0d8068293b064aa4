import { setImmediate } from 'node:timers/promises';

/** Too many renders wait already: nothing was done. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/** Renders that visitors wait for, a few at once, so that a flood of them neither holds up other requests nor fills memory. */
export interface RenderQueue {
  /** Does the work in its turn. @throws {TooBusy} when too many wait; whatever the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Renders at once. Each takes the main thread but while its bytes are compressed by other threads. */
const AT_ONCE = 4;

/** Renders that wait: about two seconds of work. */
const WAITING = 250;

/** @param limits.atOnce under way at the same time @param limits.waiting how many may wait beside them */
export function createRenderQueue({ atOnce = AT_ONCE, waiting = WAITING } = {}): RenderQueue {
  const line: (() => void)[] = [];
  let running = 0;

  return {
    async run(work) {
      if (running >= atOnce) {
        if (line.length >= waiting) throw new TooBusy('Too many pages wait to be rendered');
        await new Promise<void>((resolve) => line.push(resolve));
      } else {
        running += 1;
      }
      try {
        // Requests that came meanwhile are answered between two renders.
        await setImmediate();
        return await work();
      } finally {
        const next = line.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
