import { setImmediate } from 'node:timers/promises';

/** The render queue is full: nothing was done. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/** Limits the concurrency of renders that visitors wait for, so that a flood neither delays other requests nor fills memory. */
export interface RenderQueue {
  /** Queues the work. @throws {TooBusy} if the queue is full; errors of the work */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Maximum concurrent renders. Each occupies the main thread except while its bytes are compressed by other threads. */
const AT_ONCE = 4;

/** Maximum queued renders: about two seconds of work. */
const WAITING = 250;

/** @param limits.atOnce maximum concurrent renders @param limits.waiting maximum queued renders */
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
        // Yields to waiting requests between renders.
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
