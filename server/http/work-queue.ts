import type { ConnectionLimits } from './connection-limits.ts';

/**
 * A fair queue: clients take turns (round robin), so that a client with one entry does not wait for all entries of another.
 * Each client's entries are first in, first out.
 */
export class FairLine<T> {
  readonly #most: number;
  /** In the order of turns. Clients without entries are removed. */
  readonly #clients = new Map<string, T[]>();
  size = 0;

  /** @param most maximum entries of all clients */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @returns the entry dropped when full: the last one of the client with the most, possibly this one; `undefined` if there is
   * space
   */
  add(client: string, entry: T): T | undefined {
    const entries = this.#clients.get(client);
    if (entries) entries.push(entry);
    else this.#clients.set(client, [entry]);
    this.size += 1;
    return this.size > this.#most ? this.#removeLastOfLargest() : undefined;
  }

  /** Removes and returns the next entry; `undefined` if empty. */
  take(): T | undefined {
    const [next] = this.#clients;
    if (!next) return undefined;
    const [client, entries] = next;
    this.#clients.delete(client);
    const entry = entries.shift();
    if (entries.length > 0) this.#clients.set(client, entries);
    this.size -= 1;
    return entry;
  }

  #removeLastOfLargest(): T | undefined {
    let largest = '';
    for (const [client, { length }] of this.#clients) {
      if (length > (this.#clients.get(largest)?.length ?? 0)) largest = client;
    }
    const entries = this.#clients.get(largest) ?? [];
    if (entries.length === 1) this.#clients.delete(largest);
    this.size -= 1;
    return entries.pop();
  }
}

/** Tracks incoming connections. */
export interface Arrivals {
  /** Records a new connection. */
  note(): void;
  /** Whether work should yield a turn of the event loop, because more connections may be waiting to be accepted. */
  areComing(): boolean;
}

/** Maximum milliseconds that work yields to connections; then it gets a turn anyway. */
const PATIENCE = 50;

/**
 * The event loop (libuv) accepts one connection per turn. With some milliseconds of work in every turn, a client behind
 * hundreds of others would wait for as many pieces of work.
 * @param now a monotonic clock in milliseconds
 */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  let count = 0;
  let seen = 0;
  let since: number | undefined;
  return {
    note() {
      count += 1;
    },
    areComing() {
      if (count === seen) {
        since = undefined;
        return false;
      }
      seen = count;
      since ??= now();
      if (now() - since < PATIENCE) return true;
      since = undefined;
      return false;
    },
  };
}

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
    read: new FairLine<WaitingTask>(limits.waiting),
    write: new FairLine<WaitingTask>(limits.waiting),
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
