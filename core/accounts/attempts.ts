import { endWithin } from '../clock/stored-time.ts';
import type { Document, DocumentPath, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { type AttemptKind, type AttemptRecord, accountPath } from './account-collections.ts';

/** How many failures are free. Source: the product's specification, Limits. */
const FREE_ATTEMPTS = 5;

/** The first wait, and the longest, in milliseconds. Source: the product's specification, Limits. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Failures are forgotten when there has been none for so long. Source: Meki's own. */
export const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** What becomes of an attempt: whether it may be made now, and the record to store. */
export interface AttemptJudgement {
  /** Whole seconds to wait; 0 when the attempt may be made now. It then counts as failed. */
  retryAfterSeconds: number;
  /** `undefined`: the stored record stays as it is. */
  record: AttemptRecord | undefined;
}

/**
 * Judges an attempt by the record of those before. From the fifth failure on, each asks for a wait, twice as long as the one
 * before. A wait that ends later than its rule allows was stored before the clock was set back: it begins anew.
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

/** The wait after so many failures in a row, in milliseconds. */
function waitAfter(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_WAIT_MS);
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
        const { retryAfterSeconds, record } = judgeAttempt(read?.data as AttemptRecord | undefined, now());
        if (!record) return { retryAfterSeconds };
        try {
          await store.commit([attemptWrite(path, read, record)]);
          return { retryAfterSeconds };
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
