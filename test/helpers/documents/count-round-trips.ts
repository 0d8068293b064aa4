import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';

/**
 * Counts, from now on, how often something waits for a store and a log of drafts, and what a service would bill for the reads. Requests
 * that are sent at the same moment wait once.
 */
export function countRoundTrips(store: DocumentStore, log?: DraftLog) {
  const counts = { trips: 0, reads: 0 };
  let waiting: (() => void)[] = [];
  const answer = () => {
    counts.trips += 1;
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  };
  const late =
    <Asked extends unknown[], Answer>(
      ask: (...asked: Asked) => Promise<Answer>,
      readsOf: (answer: Answer) => number = () => 0,
    ) =>
    async (...asked: Asked): Promise<Answer> => {
      await new Promise<void>((resolve) => {
        if (waiting.length === 0) setTimeout(answer);
        waiting.push(resolve);
      });
      const found = await ask(...asked);
      counts.reads += readsOf(found);
      return found;
    };
  const length = (found: readonly unknown[]) => Math.max(1, found.length);
  store.batchGet = late(store.batchGet, length);
  store.runQuery = late(store.runQuery, length);
  store.commit = late(store.commit);
  if (log) {
    log.open = late(log.open, length);
    log.read = late(log.read, () => 1);
    log.unsettled = late(log.unsettled, length);
    log.append = late(log.append);
    log.settle = late(log.settle);
  }
  return {
    /** The round trips and reads since the last call. */
    take(): typeof counts {
      const taken = { ...counts };
      Object.assign(counts, { trips: 0, reads: 0 });
      return taken;
    },
  };
}
