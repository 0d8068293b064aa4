/** Runs work in order of arrival, some at once. */
export interface ConcurrencyLimit {
  /** @throws what `refuse` made, at once, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param atOnce how much work may be in progress
 * @param waiting how much more may wait for its turn
 * @param refuse makes the error for work beyond that
 */
export function limitConcurrency(atOnce: number, waiting: number, refuse: () => Error): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw refuse();
        // Whoever ends hands its place over, so `running` stays as it is.
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
