import { endWithin } from '../clock/stored-time.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { Document, DocumentStore, Write } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { type AttemptKind, type AttemptRecord, accountAttempts } from './account-collections.ts';

/** Options of `retryOnConflict`: many concurrent requests may try codes of one account. Source: Meki's own. */
export const ACCOUNT_RETRY = { attempts: 200 } as const;

/** Failures without a wait. Source: the product's specification, Limits. */
const FREE_ATTEMPTS = 5;

/** The first and the maximum wait, in milliseconds. Source: the product's specification, Limits. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Failures are forgotten after this time without another. Source: Meki's own. */
export const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** The decision about an attempt, and the record to store. */
export interface AttemptJudgement {
  /** Whole seconds to wait; 0 if the attempt is allowed. An allowed attempt is counted as failed until it succeeds. */
  retryAfterSeconds: number;
  /** `undefined`: leave the stored record unchanged. */
  record: AttemptRecord | undefined;
}

/**
 * Decides whether an attempt is allowed. From the fifth failure on, waits grow exponentially. A stored wait that ends later
 * than its rule allows was stored before the clock was set back; it starts again.
 */
export function judgeAttempt(stored: AttemptRecord | undefined, now: number): AttemptJudgement {
  const waitUntil = stored && endWithin(stored.waitUntil, now, waitAfter(stored.failures));
  if (stored && waitUntil !== undefined && waitUntil > now) {
    const record =
      waitUntil === stored.waitUntil ? undefined : { ...stored, waitUntil, expiresAt: now + FORGOTTEN_AFTER_MS };
    return { retryAfterSeconds: Math.ceil((waitUntil - now) / 1000), record };
  }
  const failures = (stored && stored.expiresAt > now ? stored.failures : 0) + 1;
  const record = { failures, waitUntil: now + waitAfter(failures), expiresAt: now + FORGOTTEN_AFTER_MS };
  return { retryAfterSeconds: 0, record };
}

/** The wait after this many consecutive failures, in milliseconds. */
function waitAfter(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_WAIT_MS);
}

/** The write that stores the record, provided that it has not changed since it was read (optimistic concurrency). */
export function attemptWrite(
  ref: DocumentRef<AttemptRecord>,
  read: Document<AttemptRecord> | undefined,
  record: AttemptRecord,
): Write {
  return setDocument(ref, record, read ? { version: read.version } : { exists: false });
}

/** Counts attempts in documents, so that the limit also holds for concurrent attempts and across processes. */
export interface Attempts {
  /**
   * Records an attempt as failed before it is made. `retryAfterSeconds` is 0 if it is allowed: call `forget` once it succeeds.
   */
  begin(kind: AttemptKind, key: string): Promise<{ retryAfterSeconds: number }>;
  forget(kind: AttemptKind, key: string): Promise<void>;
}

export function createAttempts(store: DocumentStore, now: () => number): Attempts {
  return {
    async begin(kind, key) {
      const ref = accountAttempts.at(kind, key);
      return retryOnConflict(async () => {
        const read = await getDocument(store, ref);
        const { retryAfterSeconds, record } = judgeAttempt(read?.data, now());
        if (record) await store.commit([attemptWrite(ref, read, record)]);
        return { retryAfterSeconds };
      }, ACCOUNT_RETRY);
    },
    async forget(kind, key) {
      await store.commit([{ kind: 'delete', path: accountAttempts.at(kind, key).path }]);
    },
  };
}
