import { accountAttempts, credentials, sessions, users, waitingSignUps } from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { passwordProblem } from '#core/accounts/password-rules.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import { latestWaiting } from '#core/accounts/waiting-sign-ups.ts';
import type { Write } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import {
  commitTogether,
  type FoundUser,
  findByEmail,
  readUser,
  stagePassword,
  toSession,
  toUser,
} from './account-records.ts';
import { type AccountServices, failed, isAuthorized, seenOf, tooMany } from './account-services.ts';
import { createSession, removeSessions } from './sessions.ts';
import { settlePassword } from './settle-password.ts';

export function createSignIn(services: AccountServices): Pick<Identity, 'signIn'> {
  const { store, now, attempts, record } = services;

  return {
    async signIn({ email: given, password, remember }, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(given);
      if (!email) return failed('invalid-credential');
      const key = await digestOf(email);
      const { retryAfterSeconds } = await attempts.begin('sign-in', key);
      if (retryAfterSeconds > 0) {
        record({ kind: 'sign-in-failed', at: now(), email, reason: 'too-many-requests', ...seenOf(client) });
        return tooMany(retryAfterSeconds);
      }

      const found = await findByEmail(store, email);
      const held = await getDocument(store, waitingSignUps.at(key));
      const waiting = latestWaiting(held?.data, now());
      const isRight = await judgePassword(services, found, waiting?.password, password);

      if (!found && isRight) {
        await attempts.forget('sign-in', key);
        record({ kind: 'sign-in-failed', at: now(), email, reason: 'unverified-email', ...seenOf(client) });
        return failed('unverified-email');
      }
      if (!found || !isRight) {
        const owner = found ? { userId: found.userId } : {};
        record({ kind: 'sign-in-failed', at: now(), email, reason: 'invalid-credential', ...owner, ...seenOf(client) });
        return failed('invalid-credential');
      }
      const { userId } = found;
      if (found.record.disabled) {
        await attempts.forget('sign-in', key);
        record({ kind: 'sign-in-failed', at: now(), email, userId, reason: 'user-disabled', ...seenOf(client) });
        return failed('user-disabled');
      }
      const lastSignInAt = now();
      const session = await createSession(userId, found.record, remember, client, lastSignInAt);
      const writes: Write[] = [
        setDocument(sessions.at(session.id), session.record),
        { kind: 'delete', path: accountAttempts.at('sign-in', key).path },
        { kind: 'update', path: users.at(userId).path, fields: { lastSignInAt } },
      ];
      try {
        await store.commit(writes);
      } catch (error) {
        if (error instanceof PreconditionFailed) return failed('invalid-credential');
        throw error;
      }
      record({ kind: 'signed-in', at: now(), actorId: userId, userId, ...seenOf(client) });
      const user = toUser(userId, { ...found.record, lastSignInAt });
      return { ok: true, token: session.token, session: toSession(session.id, session.record), user };
    },
  };
}

/**
 * Verifies a password against the account or, if the email has none, against its pending sign-up. The work is the same for every
 * email, so that timing does not reveal whether it has an account.
 */
async function judgePassword(
  { store, passwords }: Pick<AccountServices, 'store' | 'passwords'>,
  found: FoundUser | undefined,
  waitingHolder: string | undefined,
  password: string,
): Promise<boolean> {
  const credential = await getDocument(store, credentials.at(found?.userId ?? 'nobody'));
  return passwords.verify(found ? credential?.data.password : waitingHolder, password, found?.record.email);
}

export function createResetPassword(services: AccountServices): Pick<Identity, 'requestReset' | 'resetPassword'> {
  const { store, now, attempts, codes, passwords, post, record } = services;

  return {
    async requestReset(given, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      const key = await digestOf(email);
      const { retryAfterSeconds } = await attempts.begin('mail', `reset:${key}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
      const found = await findByEmail(store, email);
      const isOpen = found && !found.record.disabled;
      const code = await codes.issue('reset', key, isOpen ? { userId: found.userId } : {});
      if (isOpen) {
        const { name, language } = found.record;
        post({ kind: 'reset-code', to: email, locale: language, data: { name, code, minutes: CODE_MINUTES } });
      }
      const owner = found ? { userId: found.userId } : {};
      record({ kind: 'reset-requested', at: now(), email, ...owner, ...seenOf(client) });
      return { ok: true };
    },

    async resetPassword(answer, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(answer.email);
      if (!email) return failed('invalid-action-code');
      const reason = passwordProblem(answer.password, email, services.isCommonPassword);
      if (reason) return { ok: false, error: { code: 'weak-password', reason } };
      const key = await digestOf(email);
      const attempt = await codes.attempt('reset', key, answer.code);
      if (!attempt.ok) {
        record({ kind: 'reset-failed', at: now(), email, reason: attempt.error.code, ...seenOf(client) });
        return attempt;
      }
      const { userId = '', seal } = attempt.record;
      const holder = await passwords.hold(answer.password);
      const done = await commitTogether(store, async (unit) => {
        const gone = [
          attempt.ref,
          accountAttempts.at('code', `reset:${key}`),
          accountAttempts.at('mail', `reset:${key}`),
          accountAttempts.at('sign-in', key),
        ];
        await unit.read(gone);
        const user = await readUser(unit, userId);
        if (!user || unit.get(attempt.ref)?.seal !== seal) return undefined;
        const { former } = await stagePassword(unit, userId, holder, now());
        for (const ref of gone) unit.remove(ref);
        return { former };
      });
      if (!done) return failed('expired-action-code');
      await removeSessions(store, userId);
      await settlePassword(services, userId, done.former);
      record({ kind: 'password-reset', at: now(), userId, ...seenOf(client) });
      return { ok: true };
    },
  };
}
