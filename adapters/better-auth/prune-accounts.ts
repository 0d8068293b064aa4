import {
  accountAttempts,
  invitations,
  sessions,
  type UserRecord,
  users,
  verifications,
} from '#core/accounts/account-collections.ts';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { commitTogether, readUser, stageRemoval } from './account-records.ts';

/** An account that was not confirmed for so long goes. Source: Meki's own. */
const UNCONFIRMED_MS = 7 * 24 * 3_600_000;

/** A used-up or expired code is kept so long, so that it is called expired. Source: Meki's own. */
const EXPIRED_CODE_MS = 24 * 3_600_000;

const AT_ONCE = 400;

/** Takes away what has expired, and accounts that nobody confirmed. @returns how many documents went. */
export async function pruneAccounts(store: DocumentStore, now: number): Promise<number> {
  let count = 0;
  for (const { name } of [sessions, accountAttempts, invitations]) count += await pruneCollection(store, name, now);
  count += await pruneCollection(store, verifications.name, now - EXPIRED_CODE_MS);

  const unconfirmed = await store.runQuery({
    collection: users.name,
    where: [
      { field: 'emailVerified', op: '==', value: false },
      { field: 'createdAt', op: '<', value: now - UNCONFIRMED_MS },
    ],
    limit: AT_ONCE,
  });
  for (const { path } of unconfirmed) {
    const userId = path.slice(users.name.length + 1);
    const removed = await commitTogether(store, async (unit): Promise<UserRecord | undefined> => {
      const user = await readUser(unit, userId);
      if (!user || user.emailVerified) return undefined;
      await stageRemoval(unit, userId, user);
      return user;
    });
    if (removed) count++;
  }
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
