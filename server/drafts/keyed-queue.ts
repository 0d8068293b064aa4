/** Tasks that run serially per key, and concurrently for different keys. */
export interface KeyedQueue {
  /** Runs a task after the previous ones of its key have settled. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when all tasks so far have settled. */
  idle(key: string): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const turn = (tails.get(key) ?? Promise.resolve()).then(task);
      const tail = turn
        .catch(() => {})
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return turn;
    },
    async idle(key) {
      await tails.get(key);
    },
  };
}
