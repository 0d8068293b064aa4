import {
  accountAttempts,
  accountEmails,
  credentials,
  sessions,
  type UserRecord,
  users,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { passwordProblem } from '#core/accounts/password-rules.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import { isFresh } from '#core/accounts/session.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import {
  commitTogether,
  findByEmail,
  readUser,
  stagePassword,
  stageRemoval,
  toSession,
  toUser,
  updateOwners,
} from './account-records.ts';
import { type AccountServices, failed, parseName, seenOf, tooMany } from './account-services.ts';
import { authenticate, removeSessions } from './sessions.ts';
import { releasePassword, settlePassword } from './settle-password.ts';

type OwnAccountOperations = Pick<Identity, 'updateProfile' | 'verifyPassword' | 'updatePassword' | 'deleteAccount'>;

export function createOwnAccount(services: AccountServices): OwnAccountOperations {
  const { store, now, attempts, passwords, record } = services;

  return {
    async updateProfile(token, changes) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const name = changes.name === undefined ? found.user.name : parseName(changes.name);
      if (!name) return failed('invalid-display-name');
      const language = changes.language ?? found.user.language;
      if (!services.languages.includes(language)) return failed('invalid-language');
      const user = await commitTogether(store, async (unit): Promise<UserRecord | undefined> => {
        const held = await readUser(unit, found.userId);
        if (!held) return undefined;
        const next = { ...held, name, language, updatedAt: now() };
        unit.set(users.at(found.userId), next);
        return next;
      });
      if (!user) return failed('user-token-expired');
      record({ kind: 'profile-changed', at: now(), actorId: found.userId, userId: found.userId });
      return { ok: true, user: toUser(found.userId, user) };
    },

    async verifyPassword(token, password, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const key = await digestOf(found.user.email);
      const { retryAfterSeconds } = await attempts.begin('sign-in', key);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
      const holder = (await getDocument(store, credentials.at(found.userId)))?.data.password;
      const seen = { at: now(), actorId: found.userId, userId: found.userId, ...seenOf(client) };
      if (!(await passwords.verify(holder, password, found.user.email))) {
        record({ kind: 'password-verification-failed', ...seen });
        return failed('wrong-password');
      }
      const session = { ...found.session, authenticatedAt: now() };
      const done = await commitTogether(store, async (unit) => {
        const ref = sessions.at(found.sessionId);
        await unit.read([ref]);
        const held = unit.get(ref);
        if (!held) return undefined;
        unit.set(ref, { ...held, authenticatedAt: session.authenticatedAt });
        return true;
      });
      if (!done) return failed('user-token-expired');
      await attempts.forget('sign-in', key);
      record({ kind: 'password-verified', ...seen });
      return { ok: true, session: toSession(found.sessionId, session) };
    },

    async updatePassword(token, password, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      if (!isFresh(found.session, now())) return failed('requires-recent-login');
      const reason = passwordProblem(password, found.user.email, services.isCommonPassword);
      if (reason) return { ok: false, error: { code: 'weak-password', reason } };
      const holder = await passwords.hold(password);
      const done = await commitTogether(store, async (unit) => {
        const ref = sessions.at(found.sessionId);
        await unit.read([ref]);
        const session = unit.get(ref);
        const user = await readUser(unit, found.userId);
        if (!session || user?.sessionEpoch !== found.session.sessionEpoch) return undefined;
        const { user: next, former } = await stagePassword(unit, found.userId, holder, now());
        unit.set(ref, { ...session, sessionEpoch: next.sessionEpoch });
        return { former };
      });
      if (!done) return failed('user-token-expired');
      await removeSessions(store, found.userId, found.sessionId);
      await settlePassword(services, found.userId, done.former);
      record({ kind: 'password-changed', at: now(), actorId: found.userId, userId: found.userId, ...seenOf(client) });
      return { ok: true };
    },

    async deleteAccount(token, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      if (!isFresh(found.session, now())) return failed('requires-recent-login');
      const { userId } = found;
      const done = await commitTogether(store, async (unit): Promise<{ holder: string } | 'last-owner'> => {
        const user = await readUser(unit, userId);
        if (!user) return { holder: '' };
        if (!(await updateOwners(unit, userId, undefined))) return 'last-owner';
        return { holder: await stageRemoval(unit, userId, user) };
      });
      if (done === 'last-owner') return failed('last-owner');
      await removeSessions(store, userId);
      if (done) await releasePassword(services, done.holder);
      record({
        kind: 'account-deleted',
        at: now(),
        actorId: userId,
        userId,
        name: found.user.name,
        ...seenOf(client),
      });
      return { ok: true };
    },
  };
}

export function createChangeEmail(services: AccountServices): Pick<Identity, 'requestEmailChange' | 'confirmEmail'> {
  const { store, now, attempts, codes, post, record } = services;

  return {
    async requestEmailChange(token, given) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      if (!isFresh(found.session, now())) return failed('requires-recent-login');
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      const { userId } = found;
      const { retryAfterSeconds } = await attempts.begin('mail', `email:${userId}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
      const { name, language } = found.user;
      const holder = await findByEmail(store, email);
      if (holder) {
        await codes.issue('email', userId, { newEmail: email });
        const { name: holderName, language: locale } = holder.record;
        post({ kind: 'existing-account', to: email, locale, data: { name: holderName } });
      } else {
        const code = await codes.issue('email', userId, { userId, newEmail: email });
        post({ kind: 'email-change-code', to: email, locale: language, data: { name, code, minutes: CODE_MINUTES } });
      }
      return { ok: true };
    },

    async confirmEmail(token, code, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const { userId } = found;
      const attempt = await codes.attempt('email', userId, code);
      if (!attempt.ok) return attempt;
      const { newEmail = '', seal } = attempt.record;
      const newKey = await digestOf(newEmail);
      const [claim, waiting] = [accountEmails.at(newKey), waitingSignUps.at(newKey)];
      const from = found.user.email;
      const oldClaim = accountEmails.at(await digestOf(from));

      const changed = await commitTogether(
        store,
        async (unit): Promise<UserRecord | 'taken' | 'expired' | undefined> => {
          const gone = [
            attempt.ref,
            accountAttempts.at('code', `email:${userId}`),
            accountAttempts.at('mail', `email:${userId}`),
            waiting,
          ];
          await unit.read([...gone, claim, oldClaim]);
          const user = await readUser(unit, userId);
          if (user?.email !== from || unit.get(attempt.ref)?.seal !== seal) return 'expired';
          const holderId = unit.get(claim)?.userId;
          if (holderId && holderId !== userId) return 'taken';
          const next = { ...user, email: newEmail, updatedAt: now() };
          unit.set(users.at(userId), next);
          for (const ref of [...gone, oldClaim]) unit.remove(ref);
          unit.set(claim, { userId });
          return next;
        },
      );
      if (changed === 'taken') return failed('email-already-in-use');
      if (!changed || changed === 'expired') return failed('expired-action-code');
      await settlePassword(services, userId);
      record({ kind: 'email-changed', at: now(), actorId: userId, userId, from, to: newEmail, ...seenOf(client) });
      return { ok: true, user: toUser(userId, changed) };
    },
  };
}
