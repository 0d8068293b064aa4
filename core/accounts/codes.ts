import { isAhead } from '../clock/stored-time.ts';
import type { DocumentData, DocumentPath, DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { type AttemptRecord, accountPath, type CodePurpose, type CodeRecord } from './account-collections.ts';
import { ACCOUNT_RETRY } from './account-retry.ts';
import { attemptWrite, judgeAttempt } from './attempts.ts';
import type { IdentityError } from './identity-error.ts';
import { createCode, sameSecret, sealOf } from './secret-values.ts';

/** Lifetime of a code in minutes, and its number of tries. Source: the product's specification, Accounts and Limits. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

export const CODE_MS = CODE_MINUTES * 60_000;

/** What a code authorizes; empty for a decoy. */
export type CodeSubject = Pick<CodeRecord, 'userId' | 'newEmail'>;

/** Codes sent by mail: 6 digits, one valid code per purpose and key, stored as an HMAC. */
export interface Codes {
  /** Creates a code that replaces the previous one. */
  issue(purpose: CodePurpose, key: string, subject: CodeSubject): Promise<string>;
  /**
   * Tries a code; safe for concurrent calls. A correct code stays valid until the caller deletes its document in the commit
   * that uses it; compare `seal` to check that the document is still this code's.
   */
  attempt(purpose: CodePurpose, key: string, code: string): Promise<CodeAttempt>;
}

type CodeAttempt = { ok: true; path: DocumentPath; record: CodeRecord } | { ok: false; error: IdentityError };

/** @param secret HMAC key, so that the stored documents alone do not reveal the codes. */
export function createCodes(store: DocumentStore, secret: string, now: () => number): Codes {
  const seal = (path: DocumentPath, code: string) => sealOf(secret, `${path} ${code}`);

  return {
    async issue(purpose, key, subject) {
      const path = accountPath.code(purpose, key);
      const code = createCode();
      const record: CodeRecord = {
        ...subject,
        seal: await seal(path, code),
        triesLeft: CODE_TRIES,
        expiresAt: now() + CODE_MS,
      };
      await store.commit([{ kind: 'set', path, data: record as DocumentData }]);
      return code;
    },

    async attempt(purpose, key, code) {
      const path = accountPath.code(purpose, key);
      const attemptsPath = accountPath.attempts('code', `${purpose}:${key}`);
      const given = await seal(path, code.replaceAll(/\s/g, ''));
      return retryOnConflict<CodeAttempt>(async () => {
        const [held, attempts] = await store.batchGet([path, attemptsPath]);
        const record = held?.data as CodeRecord | undefined;
        const at = now();
        const judged = judgeAttempt(attempts?.data as AttemptRecord | undefined, at);
        const { retryAfterSeconds } = judged;
        const counted = judged.record ? [attemptWrite(attemptsPath, attempts, judged.record)] : [];
        const live = record !== undefined && isAhead(record.expiresAt, at, CODE_MS) && record.triesLeft > 0;
        if (retryAfterSeconds > 0) {
          if (counted.length > 0) await store.commit(counted);
          return { ok: false, error: { code: 'too-many-requests', retryAfterSeconds } };
        }
        if (!live) {
          await store.commit(counted);
          return { ok: false, error: { code: record ? 'expired-action-code' : 'invalid-action-code' } };
        }
        const tried = { triesLeft: record.triesLeft - 1 };
        const precondition = { version: held?.version ?? 0 };
        await store.commit([...counted, { kind: 'update', path, fields: tried, precondition }]);
        const right = sameSecret(given, record.seal) && record.userId !== undefined;
        return right ? { ok: true, path, record } : { ok: false, error: { code: 'invalid-action-code' } };
      }, ACCOUNT_RETRY);
    },
  };
}
