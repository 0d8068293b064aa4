import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** Backoff between attempts in milliseconds: the first, doubling up to the longest; with random jitter of up to half. */
const PAUSE = { first: 2, longest: 25 };

/** How long a write waits if the lock has already been held for the whole usual wait. In milliseconds. */
const SHORT_WAIT_MS = 500;

/**
 * `synced`: survives a loss of power once it is resolved. `ordered`: survives the end of the process; after a loss of power, it
 * may be missing together with everything that was written after it.
 */
export type Durability = 'synced' | 'ordered';

export interface WriteQueueOptions {
  /**
   * Runs a write in its own transaction. @returns `undefined`, without effect, if another process holds the write lock. @throws
   * the error of the write or of its commit
   */
  tryWriting: <T>(write: () => T, durability: Durability) => { result: T } | undefined;
  /** How long a write waits for the lock, in milliseconds. */
  waitMs: number;
  /** Creates the error of a write that waited too long. */
  timeoutError: () => Error;
  /** Creates the error of a write still waiting when the queue is closed. */
  closedError: () => Error;
}

/** The writes of one connection, in call order. */
export interface WriteQueue {
  /**
   * Runs a write at once if the lock is free and nothing waits; otherwise as soon as possible, without blocking the event loop.
   * @throws what `tryWriting` throws, and `timeoutError` if the lock is held for too long
   */
  add<T>(write: () => T, durability?: Durability): Promise<T>;
  /** Tries waiting writes once more, and rejects those that fail. */
  close(): void;
}

interface Waiting {
  /** In terms of `performance.now()`. */
  deadline: number;
  /** Tries once. @returns whether the write is settled. */
  attempt(): boolean;
  reject(error: unknown): void;
}

/** @see WriteQueue */
export function createWriteQueue({ tryWriting, waitMs, timeoutError, closedError }: WriteQueueOptions): WriteQueue {
  const queue: Waiting[] = [];
  /** Cancels the next attempt; `undefined` if none is scheduled. */
  let cancel: (() => void) | undefined;
  let pause = PAUSE.first;
  /** When the lock was first and last found held by consecutive attempts. */
  let locked: { since: number; last: number } | undefined;

  const attempt = (waiting: Waiting): boolean => {
    const settled = waiting.attempt();
    const now = performance.now();
    if (settled) {
      locked = undefined;
      pause = PAUSE.first;
    } else {
      // After a pause without attempts, it is unknown whether the lock was held all the time.
      const isSamePeriod = locked !== undefined && now - locked.last <= waitMs;
      locked = { since: isSamePeriod && locked ? locked.since : now, last: now };
    }
    return settled;
  };

  /** Settles one write per turn of the event loop, so that a long queue does not block it. */
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
    add: <T>(write: () => T, durability: Durability = 'synced') =>
      new Promise<T>((resolve, reject) => {
        const now = performance.now();
        const waiting: Waiting = {
          deadline: now + patience(now),
          attempt() {
            try {
              const outcome = tryWriting(write, durability);
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
