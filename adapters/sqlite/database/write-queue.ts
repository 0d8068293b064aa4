import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** Milliseconds between two tries: the first pause, which doubles up to the longest. Each is cut by up to half, at random. */
const PAUSE = { first: 2, longest: 25 };

/** Milliseconds that a write waits when the lock was held for the whole of the usual wait already. */
const SHORT_WAIT_MS = 500;

export interface WriteQueueOptions {
  /**
   * Runs a write in a transaction of its own. @returns `undefined`, with nothing done, while another process holds the
   * write lock. @throws what the write throws, or what kept it from being committed
   */
  tryWriting: <T>(write: () => T) => { result: T } | undefined;
  /** Milliseconds that a write waits for the lock. */
  waitMs: number;
  /** The error of a write that waited for so long. */
  timeoutError: () => Error;
  /** The error of a write that is still waiting when the queue is closed. */
  closedError: () => Error;
}

/** The writes of one connection, in the order in which they were asked for. */
export interface WriteQueue {
  /**
   * Runs a write at once if the lock is free and nothing waits; else as soon as both are so. The event loop goes on
   * meanwhile. @throws what `tryWriting` throws, and `timeoutError` when the lock is held for too long
   */
  add<T>(write: () => T): Promise<T>;
  /** Tries what waits once more, and rejects what cannot be written. */
  close(): void;
}

interface Waiting {
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** Whether it is settled. */
  attempt(): boolean;
  reject(error: unknown): void;
}

/** @see WriteQueue */
export function createWriteQueue({ tryWriting, waitMs, timeoutError, closedError }: WriteQueueOptions): WriteQueue {
  const queue: Waiting[] = [];
  /** Takes back the next try; `undefined` when none is due. */
  let cancel: (() => void) | undefined;
  let pause = PAUSE.first;
  /** Since when, and when last, every try found the lock held. */
  let locked: { since: number; last: number } | undefined;

  const attempt = (waiting: Waiting): boolean => {
    const settled = waiting.attempt();
    const now = performance.now();
    if (settled) {
      locked = undefined;
      pause = PAUSE.first;
    } else {
      // After a time without any try, nobody knows whether the lock was held throughout.
      const isSamePeriod = locked !== undefined && now - locked.last <= waitMs;
      locked = { since: isSamePeriod && locked ? locked.since : now, last: now };
    }
    return settled;
  };

  /** Settles one write in a turn of the event loop, so that a long queue does not block it. */
  const next = (): void => {
    cancel = undefined;
    const [first] = queue;
    if (!first) return;
    if (attempt(first)) {
      queue.shift();
      if (queue.length === 0) return;
      const immediate = setImmediate(next);
      cancel = () => clearImmediate(immediate);
      return;
    }
    rejectLate();
    if (queue.length > 0) wait();
  };

  const rejectLate = (): void => {
    const now = performance.now();
    const late = queue.filter(({ deadline }) => deadline <= now);
    queue.splice(0, queue.length, ...queue.filter(({ deadline }) => deadline > now));
    for (const { reject } of late) reject(timeoutError());
  };

  const wait = (): void => {
    const timer = setTimeout(next, pause * (0.5 + Math.random() / 2));
    cancel = () => clearTimeout(timer);
    pause = Math.min(pause * 2, PAUSE.longest);
  };

  const patience = (now: number): number => {
    const isHeldForLong = locked !== undefined && now - locked.last <= waitMs && locked.last - locked.since >= waitMs;
    return isHeldForLong ? Math.min(waitMs, SHORT_WAIT_MS) : waitMs;
  };

  return {
    add: <T>(write: () => T) =>
      new Promise<T>((resolve, reject) => {
        const now = performance.now();
        const waiting: Waiting = {
          deadline: now + patience(now),
          attempt() {
            try {
              const outcome = tryWriting(write);
              if (outcome) resolve(outcome.result);
              return outcome !== undefined;
            } catch (error) {
              reject(error);
              return true;
            }
          },
          reject,
        };
        if (queue.length === 0 && attempt(waiting)) return;
        queue.push(waiting);
        if (!cancel) wait();
      }),
    close() {
      cancel?.();
      cancel = undefined;
      while (queue[0] && attempt(queue[0])) queue.shift();
      for (const { reject } of queue.splice(0)) reject(closedError());
    },
  };
}
