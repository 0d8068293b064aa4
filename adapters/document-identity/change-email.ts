import {
  accountAttempts,
  accountEmails,
  type UserRecord,
  users,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import { isFresh } from '#core/accounts/session.ts';
import { commitTogether, findByEmail, readUser, toUser } from './account-records.ts';
import { type AccountServices, failed, tooMany } from './account-services.ts';
import { seenOf } from './client-event.ts';
import { authenticate } from './sessions.ts';
import { settlePassword } from './settle-password.ts';

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
