/** A queue of background work, processed one key at a time when the event loop is free; a key is queued at most once. */
export interface BackgroundQueue {
  add(key: string): void;
  /** Removes a key from the queue. */
  drop(key: string): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
  close(): void;
}

/** @param run does the work for a key and handles its errors: a rejection is ignored. */
export function createBackgroundQueue(run: (key: string) => Promise<unknown>): BackgroundQueue {
  const line = new Set<string>();
  let working: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    while (!closed) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      const key = line.values().next().value;
      if (key === undefined || closed) break;
      line.delete(key);
      await run(key).catch(() => {});
    }
    working = undefined;
  }

  return {
    add(key) {
      if (closed) return;
      line.add(key);
      working ??= work();
    },
    drop: (key) => void line.delete(key),
    async idle() {
      while (working) await working;
    },
    close() {
      closed = true;
      line.clear();
    },
  };
}
