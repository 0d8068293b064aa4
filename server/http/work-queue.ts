import type { Arrivals } from './arrivals.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createFairLine } from './fair-line.ts';

/** A queued request. */
export interface Task {
  /** Reads and writes have separate queues, so that a flood of forms does not delay readers. */
  kind: 'read' | 'write';
  /** The client, for round-robin scheduling. */
  client: string;
  /** Whether the client has disconnected. */
  isGone(): boolean;
  start(): void;
  refuse(): void;
}

/** Starts the app's requests one per turn of the event loop, so that cache hits are answered in between. */
export interface WorkQueue {
  /** Queues a task; refuses it if the queue is full or its turn comes too late. */
  add(task: Task): void;
  /** Counts work as running until it is done. */
  count<T>(work: () => T | Promise<T>): Promise<T>;
}

/**
 * @param arrivals connections to which work yields; default: none
 * @param now a monotonic clock in milliseconds
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

  /** The queues alternate; an empty one is skipped. */
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
