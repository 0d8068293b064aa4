import type { DocumentStore, Write } from './document-store.ts';
import { StoreUnavailable } from './errors.ts';

/** Milliseconds that a read waits for its side write: much longer than a normal commit takes. */
const WAIT_MS = 250;

/**
 * Commits a side write of a read, such as a time of last use. If the store cannot be written now, the read continues after a
 * short wait; the commit may still happen later.
 * @returns whether it was committed in time
 * @throws what `commit` throws within that time, except `StoreUnavailable`
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
