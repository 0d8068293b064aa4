/** Tasks that follow each other for one key, and run side by side for different ones. */
export interface KeyedQueue {
  /** Runs a task once those before it have ended, well or not. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when every task so far has ended. */
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
