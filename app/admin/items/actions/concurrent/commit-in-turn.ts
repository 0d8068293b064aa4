import type { DocumentStore } from '#core/documents/document-store.ts';

/**
 * The store with commits one after another. Actions on several items at once change the same counts, which would make the commits
 * conflict.
 */
export function commitInTurn(store: DocumentStore): DocumentStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...store,
    commit(writes) {
      const turn = last.then(() => store.commit(writes));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
