/** Runs work in order of arrival, with limited concurrency. */
export interface ConcurrencyLimit {
  /** @throws the error made by `refuse`, at once, if the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param atOnce maximum concurrent work
 * @param waiting maximum queue length
 * @param refuse creates the error for work beyond that
 */
export function limitConcurrency(atOnce: number, waiting: number, refuse: () => Error): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw refuse();
        // The finished work hands over its slot, so `running` stays the same.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
