import type { ConnectionLimits } from './connection-limits.ts';

/** A request that waits for the app. */
export interface Task {
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
  start(): void;
  refuse(): void;
}

/** Starts what the app has to work on, one request in each turn of the event loop, so that what is ready is answered meanwhile. */
export interface WorkQueue {
  /** Starts a task soon; refuses it when there is too much to do, or when its turn does not come in time. */
  add(task: Task): void;
  /** Counts work as going on until it is done. */
  count<T>(work: () => T | Promise<T>): Promise<T>;
}

/** @param now milliseconds on a clock that never goes back */
export function createWorkQueue(
  limits: Pick<ConnectionLimits, 'working' | 'waiting' | 'patience'>,
  now: () => number = () => performance.now(),
): WorkQueue {
  let waiting: { task: Task; since: number }[] = [];
  /** Tasks at the start of `waiting` that have had their turn. */
  let done = 0;
  let working = 0;
  let isScheduled = false;

  function takeTurn(): void {
    isScheduled = false;
    for (let entry = take(); entry; entry = take()) {
      const { task, since } = entry;
      if (task.isGone()) continue;
      if (working >= limits.working || now() - since > limits.patience) {
        task.refuse();
        continue;
      }
      schedule();
      task.start();
      return;
    }
  }

  function take(): { task: Task; since: number } | undefined {
    const entry = waiting[done];
    if (entry) done += 1;
    if (done >= waiting.length || done > limits.waiting) {
      waiting = waiting.slice(done);
      done = 0;
    }
    return entry;
  }

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(takeTurn);
  }

  return {
    add(task) {
      if (waiting.length - done >= limits.waiting) return task.refuse();
      waiting.push({ task, since: now() });
      schedule();
    },
    async count(work) {
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
      }
    },
  };
}
