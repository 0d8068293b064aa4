import {
  accountPath,
  type CodeRecord,
  type OwnersRecord,
  type UserRecord,
} from '#core/accounts/account-collections.ts';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity, Outcome, SignUp } from '#core/accounts/identity.ts';
import type { Invitation } from '#core/accounts/invitation.ts';
import { passwordProblem } from '#core/accounts/password-rules.ts';
import { createToken, digestOf, sameSecret } from '#core/accounts/secret-values.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import {
  commitTogether,
  type FoundUser,
  findByEmail,
  readUser,
  stageOwner,
  stagePassword,
  toSession,
  toUser,
} from './account-records.ts';
import { type AccountServices, failed, isAuthorized, parseName, tooMany } from './account-services.ts';
import { callWith } from './call-context.ts';
import { seenOf } from './client-event.ts';
import { EmailTaken } from './document-adapter.ts';
import { createSession } from './new-session.ts';

/** What the rules say of a new account: the values as they are kept, or the error. */
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

/**
 * Makes an unconfirmed account, or replaces one. The password is hashed once, whatever there was.
 * @returns the id of the unconfirmed account; `undefined` where a confirmed one has the email.
 */
export async function register(services: AccountServices, person: SignUp): Promise<string | undefined> {
  const { store, hasher, now } = services;
  const found = await findByEmail(store, person.email);
  if (found) {
    const hash = await hasher.hash(person.password);
    return commitTogether(store, async (unit) => {
      const user = await readUser(unit, found.userId);
      if (!user || user.emailVerified) return undefined;
      const next = await stagePassword(unit, found.userId, hash, now());
      unit.set(accountPath.user(found.userId), { ...next, name: person.name, language: person.language });
      return found.userId;
    });
  }
  const { api } = await services.auth();
  const { name, email, password, language } = person;
  try {
    const { user } = await callWith({ now: now() }, () =>
      api.signUpEmail({ body: { name, email, password, language } }),
    );
    return user.id;
  } catch (error) {
    if (error instanceof PreconditionFailed || error instanceof EmailTaken) return register(services, person);
    throw error;
  }
}

type SignUpOperations = Pick<Identity, 'signUp' | 'confirm' | 'resendCode'>;

export function createSignUp(services: AccountServices): SignUpOperations {
  const { store, now, attempts, codes, hasher, post, record } = services;

  const mailCode = async (found: FoundUser, key: string, ticket: string | undefined) => {
    const { userId, record: user } = found;
    const code = await codes.issue('confirm', key, ticket ? { userId, ticket } : { userId });
    const data = { name: user.name, code, minutes: CODE_MINUTES };
    post({ kind: 'confirm-code', to: user.email, locale: user.language, data });
  };

  return {
    async signUp(given, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      if (services.signUpMode === 'closed') return failed('operation-not-allowed');
      const judged = judgeSignUp(services, given);
      if (!judged.ok) return judged;
      const { person } = judged;
      const key = await digestOf(person.email);
      const { retryAfterSeconds } = await attempts.begin('mail', `confirm:${key}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);

      const ticket = createToken();
      const ticketDigest = await digestOf(ticket);
      const isAllowed = await maySignUp(services, key);
      const userId = isAllowed ? await register(services, person) : undefined;
      if (!isAllowed) await hasher.hash(person.password);
      const found = await findByEmail(store, person.email);
      if (userId && found) await mailCode(found, key, ticketDigest);
      else await codes.issue('confirm', key, { ticket: ticketDigest });
      if (found?.record.emailVerified) {
        const { name, language } = found.record;
        post({ kind: 'existing-account', to: person.email, locale: language, data: { name } });
      }
      const owner = found ? { userId: found.userId } : {};
      record({ kind: 'signed-up', at: now(), email: person.email, ...owner, ...seenOf(client) });
      return { ok: true, ticket };
    },

    async resendCode(given, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      const key = await digestOf(email);
      const { retryAfterSeconds } = await attempts.begin('mail', `confirm:${key}`);
      if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
      const [held] = await store.batchGet([accountPath.code('confirm', key)]);
      const ticket = (held?.data as CodeRecord | undefined)?.ticket;
      const found = await findByEmail(store, email);
      if (found && !found.record.emailVerified) await mailCode(found, key, ticket);
      else await codes.issue('confirm', key, ticket ? { ticket } : {});
      return { ok: true };
    },

    async confirm(answer, client) {
      if (!isAuthorized(services, client)) return failed('unauthorized-domain');
      const email = parseEmail(answer.email);
      if (!email) return failed('invalid-action-code');
      const key = await digestOf(email);
      const attempt = await codes.attempt('confirm', key, answer.code);
      if (!attempt.ok) {
        record({ kind: 'confirm-failed', at: now(), email, reason: attempt.error.code, ...seenOf(client) });
        return attempt;
      }
      const { userId = '', seal, ticket } = attempt.record;
      const hasTicket = answer.ticket !== undefined && sameSecret(await digestOf(answer.ticket), ticket ?? '');

      const confirmed = await commitTogether(store, async (unit) => {
        const gone = [
          attempt.path,
          accountPath.attempts('code', `confirm:${key}`),
          accountPath.attempts('mail', `confirm:${key}`),
        ];
        await unit.read([...gone, accountPath.owners(), accountPath.invitation(key)]);
        const user = await readUser(unit, userId);
        if (!user || unit.get<CodeRecord>(attempt.path)?.seal !== seal) return undefined;
        const invitation = liveInvitation(unit.get<Invitation>(accountPath.invitation(key)), now());
        const isFirst = unit.get<OwnersRecord>(accountPath.owners()) === undefined;
        const next: UserRecord = {
          ...user,
          emailVerified: true,
          role: isFirst ? 'owner' : (invitation?.role ?? 'viewer'),
          languages: isFirst ? [] : (invitation?.languages ?? []),
          updatedAt: now(),
          ...(hasTicket ? { lastSignInAt: now() } : {}),
        };
        await stageOwner(unit, userId, next);
        unit.set(accountPath.user(userId), next);
        for (const path of [...gone, accountPath.invitation(key)]) unit.remove(path);
        if (!hasTicket) return { user: next };
        const session = await createSession(userId, next, true, client, now());
        await unit.read([accountPath.session(session.id)]);
        unit.set(accountPath.session(session.id), session.record);
        return { user: next, session };
      });
      if (!confirmed) return failed('expired-action-code');
      const user = toUser(userId, confirmed.user);
      record({ kind: 'confirmed', at: now(), actorId: userId, userId, role: user.role, ...seenOf(client) });
      if (!confirmed.session) return { ok: true, user };
      record({ kind: 'signed-in', at: now(), actorId: userId, userId, ...seenOf(client) });
      const { token, id, record: session } = confirmed.session;
      return { ok: true, user, signedIn: { token, session: toSession(id, session), user } };
    },
  };
}

/** The invitation, while it is good. */
function liveInvitation(invitation: Invitation | undefined, now: number): Invitation | undefined {
  return invitation && invitation.expiresAt > now ? invitation : undefined;
}

/** By invitation, only those invited; but while there is no owner yet, anyone. */
async function maySignUp({ store, signUpMode, now }: AccountServices, key: string): Promise<boolean> {
  const [owners, invitation] = await store.batchGet([accountPath.owners(), accountPath.invitation(key)]);
  if (signUpMode === 'open' || !owners) return true;
  return liveInvitation(invitation?.data as Invitation | undefined, now()) !== undefined;
}
