import type { DocumentStore, Write } from '#core/documents/document-store.ts';

/** A store in which a test can run concurrent commits between an action's reads and its commit. */
export interface Interleaved {
  store: DocumentStore;
  /**
   * Runs `action` once before the next commit that matches; commits of `action` itself are not intercepted.
   * @param concerns selects commits by their writes; default: any
   * @returns the number of intercepted commits so far: 0 or 1
   */
  beforeCommit(action: () => Promise<unknown>, concerns?: (writes: Write[]) => boolean): () => number;
}

export function interleave(inner: DocumentStore): Interleaved {
  let waiting: { action: () => Promise<unknown>; concerns: (writes: Write[]) => boolean; stopped: number } | undefined;
  const store: DocumentStore = {
    ...inner,
    async commit(writes) {
      const due = waiting;
      if (due?.concerns(writes)) {
        waiting = undefined;
        due.stopped++;
        await due.action();
      }
      return inner.commit(writes);
    },
  };
  return {
    store,
    beforeCommit(action, concerns = () => true) {
      const entry = { action, concerns, stopped: 0 };
      waiting = entry;
      return () => entry.stopped;
    },
  };
}
