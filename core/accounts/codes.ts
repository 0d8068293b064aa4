import { isAhead } from '../clock/stored-time.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocuments, setDocument } from '../documents/typed-documents.ts';
import { accountAttempts, type CodePurpose, type CodeRecord, verifications } from './account-collections.ts';
import { ACCOUNT_RETRY, attemptWrite, judgeAttempt } from './attempts.ts';
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

type CodeAttempt = { ok: true; ref: DocumentRef<CodeRecord>; record: CodeRecord } | { ok: false; error: IdentityError };

/** @param secret HMAC key, so that the stored documents alone do not reveal the codes. */
export function createCodes(store: DocumentStore, secret: string, now: () => number): Codes {
  const seal = ({ path }: DocumentRef, code: string) => sealOf(secret, `${path} ${code}`);

  return {
    async issue(purpose, key, subject) {
      const ref = verifications.at(purpose, key);
      const code = createCode();
      const record: CodeRecord = {
        ...subject,
        seal: await seal(ref, code),
        triesLeft: CODE_TRIES,
        expiresAt: now() + CODE_MS,
      };
      await store.commit([setDocument(ref, record)]);
      return code;
    },

    async attempt(purpose, key, code) {
      const ref = verifications.at(purpose, key);
      const attemptsRef = accountAttempts.at('code', `${purpose}:${key}`);
      const given = await seal(ref, code.replaceAll(/\s/g, ''));
      return retryOnConflict<CodeAttempt>(async () => {
        const [held, attempts] = await getDocuments(store, [ref, attemptsRef]);
        const record = held?.data;
        const at = now();
        const judged = judgeAttempt(attempts?.data, at);
        const { retryAfterSeconds } = judged;
        const counted = judged.record ? [attemptWrite(attemptsRef, attempts, judged.record)] : [];
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
        await store.commit([...counted, { kind: 'update', path: ref.path, fields: tried, precondition }]);
        const right = sameSecret(given, record.seal) && record.userId !== undefined;
        return right ? { ok: true, ref, record } : { ok: false, error: { code: 'invalid-action-code' } };
      }, ACCOUNT_RETRY);
    },
  };
}
