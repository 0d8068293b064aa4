import type { DocumentStore, Write } from '#core/documents/document-store.ts';

/** A store in which a test lets others commit between the reads and the commit of an act. */
export interface Interleaved {
  store: DocumentStore;
  /**
   * Does `act` when the next commit is about to be made that concerns it, once; what `act` commits itself is not stopped.
   * @param concerns judges the writes of a commit; any commit when missing
   * @returns how many commits have been stopped so far: 0 or 1
   */
  beforeCommit(act: () => Promise<unknown>, concerns?: (writes: Write[]) => boolean): () => number;
}

export function interleave(inner: DocumentStore): Interleaved {
  let waiting: { act: () => Promise<unknown>; concerns: (writes: Write[]) => boolean; stopped: number } | undefined;
  const store: DocumentStore = {
    ...inner,
    async commit(writes) {
      const due = waiting;
      if (due?.concerns(writes)) {
        waiting = undefined;
        due.stopped++;
        await due.act();
      }
      return inner.commit(writes);
    },
  };
  return {
    store,
    beforeCommit(act, concerns = () => true) {
      const entry = { act, concerns, stopped: 0 };
      waiting = entry;
      return () => entry.stopped;
    },
  };
}
