import type { Arrivals } from './arrivals.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createFairLine } from './fair-line.ts';

/** A request that waits for the app. */
export interface Task {
  /** Reads and writes wait in lines of their own, so that a flood of forms does not keep readers waiting. */
  kind: 'read' | 'write';
  /** Whose it is: clients take turns. */
  client: string;
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

/**
 * @param arrivals connections, for which work waits; none when missing
 * @param now milliseconds on a clock that never goes back
 */
export function createWorkQueue(
  limits: Pick<ConnectionLimits, 'working' | 'waiting' | 'patience'>,
  arrivals?: Pick<Arrivals, 'areComing'>,
  now: () => number = () => performance.now(),
): WorkQueue {
  const lines = {
    read: createFairLine<WaitingTask>(limits.waiting),
    write: createFairLine<WaitingTask>(limits.waiting),
  };
  let nextKind: Task['kind'] = 'read';
  let working = 0;
  let isScheduled = false;

  /** The lines take turns; where one is empty, the other goes on. */
  function take(): WaitingTask | undefined {
    const [first, second] = nextKind === 'read' ? [lines.read, lines.write] : [lines.write, lines.read];
    nextKind = nextKind === 'read' ? 'write' : 'read';
    return first.take() ?? second.take();
  }

  function takeTurn(): void {
    isScheduled = false;
    if (arrivals?.areComing()) {
      schedule();
      return;
    }
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

  function schedule(): void {
    if (isScheduled || lines.read.size + lines.write.size === 0) return;
    isScheduled = true;
    setImmediate(takeTurn);
  }

  return {
    add(task) {
      lines[task.kind].add(task.client, { task, since: now() })?.task.refuse();
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

interface WaitingTask {
  task: Task;
  since: number;
}
