import { accountAttempts } from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { passwordProblem } from '#core/accounts/password-rules.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import { commitTogether, findByEmail, readUser, stagePassword } from './account-records.ts';
import { type AccountServices, failed, isAuthorized, tooMany } from './account-services.ts';
import { seenOf } from './client-event.ts';
import { removeSessions } from './sessions.ts';
import { settlePassword } from './settle-password.ts';

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
