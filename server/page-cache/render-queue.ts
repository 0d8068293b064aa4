import { setImmediate, setTimeout } from 'node:timers/promises';

/** The render queue is full: nothing was done. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/** Limits the concurrency of renders that visitors wait for, so that a flood neither delays other requests nor fills memory. */
export interface RenderQueue {
  /** Queues the work. @throws {TooBusy} if the queue is full; errors of the work */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Like `run`, before everything that `run` has queued. */
  runFirst<T>(work: () => Promise<T>): Promise<T>;
  /** Notes any request, also one that is answered from a cache. */
  noteRequest(): void;
  /**
   * Resolves after a turn of the event loop, in which requests arrive, when no visitor waits for a render and no request has come for a
   * moment, or after a pause: background work is slow while there are visitors, but does not starve.
   */
  yieldToVisitors(): Promise<void>;
  /** Number of renders so far. */
  runs(): number;
}

/** Maximum concurrent renders. Each occupies the main thread except while its bytes are compressed by other threads. */
const AT_ONCE = 4;

/** Maximum queued renders: about two seconds of work. */
const WAITING = 250;

/** Maximum milliseconds of one pause of background work, and how often it looks whether visitors wait. */
const PAUSE = 12;
const LOOK = 4;

/** Milliseconds after a request during which the next one is expected. */
const RECENT = 4;

/** @param limits.atOnce maximum concurrent renders @param limits.waiting maximum queued renders */
export function createRenderQueue({ atOnce = AT_ONCE, waiting = WAITING } = {}): RenderQueue {
  const first: (() => void)[] = [];
  const line: (() => void)[] = [];
  let running = 0;
  let runs = 0;
  let requestedAt = Number.NEGATIVE_INFINITY;

  const isVisited = () => running > 0 || performance.now() - requestedAt < RECENT;

  async function runIn<T>(own: (() => void)[], work: () => Promise<T>): Promise<T> {
    runs += 1;
    if (running >= atOnce) {
      if (first.length + line.length >= waiting) throw new TooBusy('Too many pages wait to be rendered');
      await new Promise<void>((resolve) => own.push(resolve));
    } else {
      running += 1;
    }
    try {
      // Yields to waiting requests between renders.
      await setImmediate();
      return await work();
    } finally {
      const next = first.shift() ?? line.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    runs: () => runs,
    run: (work) => runIn(line, work),
    runFirst: (work) => runIn(first, work),
    noteRequest() {
      requestedAt = performance.now();
    },
    async yieldToVisitors() {
      await setImmediate();
      for (let passed = 0; isVisited() && passed < PAUSE; passed += LOOK)
        await setTimeout(LOOK, undefined, { ref: false });
    },
  };
}
