import type { DocumentStore, Query } from './document-store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Documents deleted in one commit. */
const BATCH = 200;

/**
 * Deletes everything that a query finds, as it was found: a document that changed meanwhile is deleted only if the query
 * still finds it then.
 * @returns how many documents
 * @throws {PreconditionFailed} when they changed at every look; those of earlier commits are deleted
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
