import { isAhead } from '../clock/stored-time.ts';
import type { DocumentData, DocumentPath, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { type AttemptRecord, accountPath, type CodePurpose, type CodeRecord } from './account-collections.ts';
import { attemptWrite, judgeAttempt } from './attempts.ts';
import type { IdentityError } from './identity-error.ts';
import { createCode, sameSecret, sealOf } from './secret-values.ts';

/** How long a code is valid, in minutes, and how many tries it bears. Source: the product's specification, Accounts and Limits. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

export const CODE_MS = CODE_MINUTES * 60_000;

/** What a code opens; nothing where there is no user. */
export type CodeSubject = Pick<CodeRecord, 'userId' | 'newEmail'>;

/** Codes by mail: 6 digits, one live code for each purpose and key, kept sealed. */
export interface Codes {
  /** Makes a code that replaces the one before. */
  issue(purpose: CodePurpose, key: string, subject: CodeSubject): Promise<string>;
  /**
   * Tries a code, however many do so at once. A right one stays until the caller takes its document away, together with
   * what it opens; `seal` tells whether the document is still this code's.
   */
  attempt(
    purpose: CodePurpose,
    key: string,
    code: string,
  ): Promise<{ ok: true; path: DocumentPath; record: CodeRecord } | { ok: false; error: IdentityError }>;
}

/** @param secret seals the codes, so that the documents alone do not tell them. */
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
      for (;;) {
        const [held, attempts] = await store.batchGet([path, attemptsPath]);
        const record = held?.data as CodeRecord | undefined;
        const at = now();
        const judged = judgeAttempt(attempts?.data as AttemptRecord | undefined, at);
        const { retryAfterSeconds } = judged;
        const counted = judged.record ? [attemptWrite(attemptsPath, attempts, judged.record)] : [];
        const live = record !== undefined && isAhead(record.expiresAt, at, CODE_MS) && record.triesLeft > 0;
        try {
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
        } catch (error) {
          if (error instanceof PreconditionFailed) continue;
          throw error;
        }
        const right = sameSecret(given, record.seal) && record.userId !== undefined;
        return right ? { ok: true, path, record } : { ok: false, error: { code: 'invalid-action-code' } };
      }
    },
  };
}
