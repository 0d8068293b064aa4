import type { DocumentStore, Query } from './document-store.ts';
import { PreconditionFailed } from './errors.ts';

/** Default maximum number of attempts. Source: Meki's own. */
export const ATTEMPTS = 20;

/** Maximum backoff in milliseconds: 20 attempts take less than a second. */
const LONGEST_WAIT = 50;

/**
 * Runs a read-decide-commit action, and retries it if a conflicting commit came first, with growing random backoff (jitter).
 * @param action throws `PreconditionFailed` on conflict; it must read everything anew each time
 * @param options.giveUp makes the result when all attempts conflicted; without it, the last error is thrown
 * @throws {PreconditionFailed} as above; any other error of `action` is thrown at once
 */
export async function retryOnConflict<T>(
  action: () => Promise<T>,
  { attempts = ATTEMPTS, giveUp, random = Math.random }: RetryOptions<T> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      if (attempt >= attempts) {
        if (giveUp) return giveUp();
        throw error;
      }
    }
    const longest = Math.min(LONGEST_WAIT, 2 ** attempt);
    await new Promise((resolve) => setTimeout(resolve, random() * longest));
  }
}

interface RetryOptions<T> {
  attempts?: number;
  giveUp?: () => T;
  /** From 0 to below 1, like `Math.random`. */
  random?: () => number;
}

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
