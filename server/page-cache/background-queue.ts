/** Work that waits for the event loop to be free, one piece at a time, each key at most once in the line. */
export interface BackgroundQueue {
  add(key: string): void;
  /** Takes a key out of the line. */
  drop(key: string): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  close(): void;
}

/** @param run does the work for a key. Its errors are its own affair: a rejection is ignored. */
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
