import type { DocumentStore } from '#core/documents/document-store.ts';

/** Counts, from now on, how often something waits for a store: requests that are sent at the same moment count once. */
export function countRoundTrips(store: DocumentStore) {
  let count = 0;
  let waiting: (() => void)[] = [];
  const answer = () => {
    count += 1;
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  };
  const late =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await new Promise<void>((resolve) => {
        if (waiting.length === 0) setTimeout(answer);
        waiting.push(resolve);
      });
      return ask(...asked);
    };
  store.batchGet = late(store.batchGet);
  store.runQuery = late(store.runQuery);
  store.commit = late(store.commit);
  return {
    /** The round trips since the last call. */
    take(): number {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
