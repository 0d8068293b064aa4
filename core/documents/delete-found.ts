import type { DocumentStore, Query } from './document-store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Documents deleted per commit. */
const BATCH = 200;

/**
 * Deletes all documents that a query finds, under optimistic concurrency: one that has changed is deleted only if the query
 * still finds it.
 * @returns the number of documents
 * @throws {PreconditionFailed} if they changed at every retry; those of earlier commits are deleted
 */
export async function deleteFound(store: DocumentStore, query: Omit<Query, 'limit'>): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await retryOnConflict(async () => {
      const found = await store.runQuery({ ...query, limit: BATCH });
      if (found.length > 0) {
        await store.commit(found.map(({ path, version }) => ({ kind: 'delete', path, precondition: { version } })));
      }
      return found.length;
    });
    deleted += count;
    if (count < BATCH) return deleted;
  }
}
