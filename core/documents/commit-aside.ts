import type { DocumentStore, Write } from './document-store.ts';
import { StoreUnavailable } from './errors.ts';

/** Milliseconds that a read waits for what it notes by the way: much longer than a commit takes while nothing is wrong. */
const WAIT_MS = 250;

/**
 * Commits what a read notes by the way, such as when something was last used. Where the store cannot be written now, the
 * read goes on: it waits for a moment, and the commit may still happen later.
 * @returns whether it is written by now
 * @throws what `commit` throws within that moment, except `StoreUnavailable`
 */
export async function commitAside(store: Pick<DocumentStore, 'commit'>, writes: Write[]): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), WAIT_MS);
  const committed = store.commit(writes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    },
  );
  try {
    return await Promise.race([committed, late]);
  } finally {
    clearTimeout(timer);
  }
}
