import type { Document, DocumentPath, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { type AttemptKind, type AttemptRecord, accountPath } from './account-collections.ts';

/** How many failures are free. Source: the product's specification, Limits. */
const FREE_ATTEMPTS = 5;

/** The first wait, and the longest, in milliseconds. Source: the product's specification, Limits. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Failures are forgotten when there has been none for so long. Source: Meki's own. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** The whole seconds to wait; 0 when an attempt may be made now. */
export function secondsToWait(record: AttemptRecord | undefined, now: number): number {
  return record && record.waitUntil > now ? Math.ceil((record.waitUntil - now) / 1000) : 0;
}

/** The record with one more failure: from the fifth on, each asks for a wait, twice as long as the one before. */
export function withFailure(record: AttemptRecord | undefined, now: number): AttemptRecord {
  const failures = (record && record.expiresAt > now ? record.failures : 0) + 1;
  const wait =
    failures < FREE_ATTEMPTS ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_WAIT_MS);
  return { failures, waitUntil: now + wait, expiresAt: now + FORGOTTEN_AFTER_MS };
}

/** The write that notes the record, which holds only if nobody else has noted one since it was read. */
export function attemptWrite(path: DocumentPath, read: Document | undefined, record: AttemptRecord): Write {
  const precondition = read ? { version: read.version } : { exists: false };
  return { kind: 'set', path, data: { ...record }, precondition };
}

/** Counts attempts in documents, so that no sixth is let through however many come at once, to any instance. */
export interface Attempts {
  /**
   * Notes an attempt as failed before it is made. `retryAfterSeconds` is 0 when it may be made: call `forget` once it has
   * turned out well.
   */
  begin(kind: AttemptKind, key: string): Promise<{ retryAfterSeconds: number }>;
  forget(kind: AttemptKind, key: string): Promise<void>;
}

export function createAttempts(store: DocumentStore, now: () => number): Attempts {
  return {
    async begin(kind, key) {
      const path = accountPath.attempts(kind, key);
      for (;;) {
        const [read] = await store.batchGet([path]);
        const record = read?.data as AttemptRecord | undefined;
        const at = now();
        const retryAfterSeconds = secondsToWait(record, at);
        if (retryAfterSeconds > 0) return { retryAfterSeconds };
        try {
          await store.commit([attemptWrite(path, read, withFailure(record, at))]);
          return { retryAfterSeconds: 0 };
        } catch (error) {
          if (!(error instanceof PreconditionFailed)) throw error;
        }
      }
    },
    async forget(kind, key) {
      await store.commit([{ kind: 'delete', path: accountPath.attempts(kind, key) }]);
    },
  };
}
