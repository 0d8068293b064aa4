import {
  accountAttempts,
  invitations,
  sessions,
  verifications,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import { FORGOTTEN_AFTER_MS } from '#core/accounts/attempts.ts';
import { CODE_MS } from '#core/accounts/codes.ts';
import { INVITATION_MS } from '#core/accounts/identity.ts';
import { KEPT_SESSION_MS } from '#core/accounts/session.ts';
import { WAITING_MS } from '#core/accounts/waiting-sign-ups.ts';
import { CLOCK_TOLERANCE_MS } from '#core/clock/stored-time.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { deleteFound } from '#core/documents/retry-on-conflict.ts';

/** How long a used or expired code is kept, so that it is reported as expired instead of invalid. Source: Meki's own. */
const EXPIRED_CODE_MS = 24 * 3_600_000;

const AT_ONCE = 400;

/** Maximum remaining lifetime per collection, in milliseconds. */
const LONGEST = [
  [sessions.name, KEPT_SESSION_MS],
  [accountAttempts.name, FORGOTTEN_AFTER_MS],
  [invitations.name, INVITATION_MS],
  [waitingSignUps.name, WAITING_MS],
  [verifications.name, CODE_MS],
] as const;

/**
 * Deletes expired documents, and shortens the lifetime of those that would expire too late because the clock was set back.
 * Documents renewed concurrently, such as a code requested again, are kept.
 * @returns the number of documents deleted
 */
export async function pruneAccounts(store: DocumentStore, now: number): Promise<number> {
  let count = 0;
  for (const [name, longest] of LONGEST) {
    count += await pruneCollection(store, name, name === verifications.name ? now - EXPIRED_CODE_MS : now);
    await bringNearer(store, name, now, longest);
  }
  return count;
}

function pruneCollection(store: DocumentStore, collection: string, before: number): Promise<number> {
  return deleteFound(store, { collection, where: [{ field: 'expiresAt', op: '<', value: before }] });
}

async function bringNearer(store: DocumentStore, collection: string, now: number, longest: number): Promise<void> {
  for (;;) {
    const where = [{ field: 'expiresAt', op: '>' as const, value: now + longest + CLOCK_TOLERANCE_MS }];
    const late = await store.runQuery({ collection, where, limit: AT_ONCE });
    // A code expires at once, because its original lifetime is unknown.
    const expiresAt = collection === verifications.name ? now : now + longest;
    const writes = late.map(({ path, version }) => ({
      kind: 'update' as const,
      path,
      fields: { expiresAt },
      precondition: { version },
    }));
    try {
      if (writes.length > 0) await store.commit(writes);
    } catch (error) {
      // One of them was used concurrently: the next run handles the rest.
      if (error instanceof PreconditionFailed) return;
      throw error;
    }
    if (late.length < AT_ONCE) return;
  }
}
