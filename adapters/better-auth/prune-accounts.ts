import {
  accountAttempts,
  invitations,
  sessions,
  verifications,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';

/** A used-up or expired code is kept so long, so that it is called expired. Source: Meki's own. */
const EXPIRED_CODE_MS = 24 * 3_600_000;

const AT_ONCE = 400;

/** Takes away what has expired. @returns how many documents went. */
export async function pruneAccounts(store: DocumentStore, now: number): Promise<number> {
  let count = 0;
  for (const { name } of [sessions, accountAttempts, invitations, waitingSignUps])
    count += await pruneCollection(store, name, now);
  count += await pruneCollection(store, verifications.name, now - EXPIRED_CODE_MS);
  return count;
}

async function pruneCollection(store: DocumentStore, collection: string, before: number): Promise<number> {
  let count = 0;
  for (;;) {
    const where = [{ field: 'expiresAt', op: '<' as const, value: before }];
    const expired: Document[] = await store.runQuery({ collection, where, limit: AT_ONCE });
    if (expired.length > 0) await store.commit(expired.map(({ path }) => ({ kind: 'delete', path })));
    count += expired.length;
    if (expired.length < AT_ONCE) return count;
  }
}
