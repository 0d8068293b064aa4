import { accountPath, type WaitingSignUpsRecord } from '#core/accounts/account-collections.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import { latestWaiting } from '#core/accounts/waiting-sign-ups.ts';
import type { Write } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { type FoundUser, findByEmail, toSession, toUser } from './account-records.ts';
import { type AccountServices, failed, isAuthorized, type SimpleErrorCode, tooMany } from './account-services.ts';
import { type CallContext, callWith } from './call-context.ts';
import { seenOf } from './client-event.ts';
import { createSession } from './new-session.ts';

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
      const [held] = await store.batchGet([accountPath.waitingSignUps(key)]);
      const waiting = latestWaiting(held?.data as WaitingSignUpsRecord | undefined, now());
      const refusal = refusalOf(found);
      const session = await createSession(
        found?.userId ?? 'nobody',
        found?.record ?? { sessionEpoch: 0 },
        remember,
        client,
        now(),
      );
      const context: CallContext = {
        now: now(),
        ...(refusal ? {} : { session }),
        ...(waiting && { waitingPassword: waiting.password }),
      };
      const isSignedIn = await askBetterAuth(services, context, email, password, remember);

      if (!found && context.passwordWasRight) {
        await attempts.forget('sign-in', key);
        record({ kind: 'sign-in-failed', at: now(), email, reason: 'unverified-email', ...seenOf(client) });
        return failed('unverified-email');
      }
      if (!found || !context.passwordWasRight) {
        const owner = found ? { userId: found.userId } : {};
        record({ kind: 'sign-in-failed', at: now(), email, reason: 'invalid-credential', ...owner, ...seenOf(client) });
        return failed('invalid-credential');
      }
      const { userId } = found;
      if (refusal || !isSignedIn) {
        await attempts.forget('sign-in', key);
        record({
          kind: 'sign-in-failed',
          at: now(),
          email,
          userId,
          reason: refusal ?? 'user-disabled',
          ...seenOf(client),
        });
        return failed(refusal ?? 'invalid-credential');
      }
      const lastSignInAt = now();
      const noted: Write[] = [
        { kind: 'delete', path: accountPath.attempts('sign-in', key) },
        { kind: 'update', path: accountPath.user(userId), fields: { lastSignInAt } },
      ];
      try {
        await store.commit(noted);
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

/** Why somebody may not sign in, whatever the password. */
function refusalOf(found: FoundUser | undefined): SimpleErrorCode | undefined {
  if (!found) return 'invalid-credential';
  return found.record.disabled ? 'user-disabled' : undefined;
}

/** better-auth hashes the password of an unknown email too. What it refuses is not a surprise. */
async function askBetterAuth(
  services: AccountServices,
  context: CallContext,
  email: string,
  password: string,
  rememberMe: boolean,
): Promise<boolean> {
  const { api } = await services.auth();
  try {
    await callWith(context, () => api.signInEmail({ body: { email, password, rememberMe } }));
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 401;
}
