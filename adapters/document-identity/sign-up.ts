import {
  accountAttempts,
  accountOwners,
  type Invitation,
  invitations,
  sessions,
  users,
  type WaitingPerson,
} from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity, Outcome, SignUp, SignUpMode } from '#core/accounts/identity.ts';
import { passwordProblem } from '#core/accounts/password-rules.ts';
import { createToken, digestOf, sameSecret } from '#core/accounts/secret-values.ts';
import type { UserAccess } from '#core/accounts/user.ts';
import { stillWaits } from '#core/accounts/waiting-sign-ups.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { commitTogether, findByEmail, stageAccount, toSession, toUser } from './account-records.ts';
import { type AccountServices, failed, isAuthorized, parseName, seenOf, tooMany } from './account-services.ts';
import { createSession } from './sessions.ts';
import { settlePassword } from './settle-password.ts';

/** Validates a new account: the normalized values, or the error. */
export function judgeSignUp(services: AccountServices, person: SignUp): Outcome<{ person: SignUp }> {
  const name = parseName(person.name);
  if (!name) return failed('invalid-display-name');
  const email = parseEmail(person.email);
  if (!email) return failed('invalid-email');
  if (!services.languages.includes(person.language)) return failed('invalid-language');
  const reason = passwordProblem(person.password, email, services.isCommonPassword);
  if (reason) return { ok: false, error: { code: 'weak-password', reason } };
  return { ok: true, person: { name, email, password: person.password, language: person.language } };
}

type SignUpOperations = Pick<Identity, 'signUp' | 'confirm' | 'resendCode'>;

export function createSignUp(services: AccountServices): SignUpOperations {
  const { store, now, attempts, waiting, passwords, post, record } = services;

  const mailCode = ({ name, email, language }: WaitingPerson, code: string) =>
    post({ kind: 'confirm-code', to: email, locale: language, data: { name, code, minutes: CODE_MINUTES } });

  return {
    async signUp(given, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const mode = await services.readSignUpMode();
      if (mode === 'closed') return failed('operation-not-allowed');
      const judged = judgeSignUp(services, given);
      if (!judged.ok) return judged;
      const { name, email, language, password } = judged.person;
      const key = await digestOf(email);
      const { retryAfterSeconds } = await attempts.begin('mail', `confirm:${key}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);

      const ticket = createToken();
      const isAllowed = await maySignUp(services, mode, key);
      const found = await findByEmail(store, email);
      const holder = await passwords.hold(password);
      const person = isAllowed && !found ? { name, email, language, password: holder } : undefined;
      const code = await waiting.add(key, await digestOf(ticket), person);
      if (person) mailCode(person, code);
      if (found) {
        const { name: holder, language: locale } = found.record;
        post({ kind: 'existing-account', to: email, locale, data: { name: holder } });
      }
      const owner = found ? { userId: found.userId } : {};
      record({ kind: 'signed-up', at: now(), email, ...owner, ...seenOf(client) });
      return { ok: true, ticket };
    },

    async resendCode(given, client, ticket) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      const key = await digestOf(email);
      const { retryAfterSeconds } = await attempts.begin('mail', `confirm:${key}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
      const { code, person } = await waiting.renew(key, ticket && (await digestOf(ticket)));
      if (person) mailCode(person, code);
      return { ok: true };
    },

    async confirm(answer, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(answer.email);
      if (!email) return failed('invalid-action-code');
      const key = await digestOf(email);
      const ticket = answer.ticket && (await digestOf(answer.ticket));
      const attempt = await waiting.attempt(key, answer.code, ticket);
      if (!attempt.ok) {
        record({ kind: 'confirm-failed', at: now(), email, reason: attempt.error.code, ...seenOf(client) });
        return attempt;
      }
      const { ref, signUp, person } = attempt;
      const hasTicket = ticket !== undefined && sameSecret(ticket, signUp.ticket ?? '');

      const confirmed = await commitTogether(store, async (unit) => {
        const gone = [
          accountAttempts.at('code', `confirm:${key}`),
          accountAttempts.at('mail', `confirm:${key}`),
          invitations.at(key),
        ];
        await unit.read([...gone, ref, accountOwners.at()]);
        if (!stillWaits(unit.get(ref), signUp)) return undefined;
        const invitation = liveInvitation(unit.get(invitations.at(key)), now());
        const isFirst = unit.get(accountOwners.at()) === undefined;
        const access: UserAccess = {
          role: isFirst ? 'owner' : (invitation?.role ?? 'viewer'),
          languages: isFirst ? [] : (invitation?.languages ?? []),
          disabled: false,
        };
        const made = await stageAccount(unit, person, access, now());
        if (!made) return undefined;
        for (const each of gone) unit.remove(each);
        if (!hasTicket) return { made };
        const { userId, record } = made;
        const next = { ...record, lastSignInAt: now() };
        unit.set(users.at(userId), next);
        const session = await createSession(userId, next, true, client, now());
        await unit.read([sessions.at(session.id)]);
        unit.set(sessions.at(session.id), session.record);
        return { made: { userId, record: next }, session };
      });
      if (!confirmed) return failed('expired-action-code');
      const { userId } = confirmed.made;
      await settlePassword(services, userId);
      const user = toUser(userId, confirmed.made.record);
      record({ kind: 'confirmed', at: now(), actorId: userId, userId, role: user.role, ...seenOf(client) });
      if (!confirmed.session) return { ok: true, user };
      record({ kind: 'signed-in', at: now(), actorId: userId, userId, ...seenOf(client) });
      const { token, id, record: session } = confirmed.session;
      return { ok: true, user, signedIn: { token, session: toSession(id, session), user } };
    },
  };
}

/** The invitation, if it has not expired. */
function liveInvitation(invitation: Invitation | undefined, now: number): Invitation | undefined {
  return invitation && invitation.expiresAt > now ? invitation : undefined;
}

/** Whether sign-up is allowed: by invitation only, except that anyone may sign up while there is no owner. */
async function maySignUp({ store, now }: AccountServices, mode: SignUpMode, key: string): Promise<boolean> {
  const [owners, invitation] = await getDocuments(store, [accountOwners.at(), invitations.at(key)]);
  if (mode === 'open' || !owners) return true;
  return liveInvitation(invitation?.data, now()) !== undefined;
}
