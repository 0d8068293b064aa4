import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { ZodType } from 'zod';
import type { Client, Identity, Outcome } from '#core/accounts/identity.ts';
import type { Session } from '#core/accounts/session.ts';
import type { AccountIntent } from './account-intents.ts';
import {
  deleteSchema,
  emailChangeSchema,
  emailCodeSchema,
  noFieldsSchema,
  type OwnAccountProblems,
  passwordChangeSchema,
  profileSchema,
  revokeSchema,
} from './own-account-schemas.ts';

/** Whose account it is, and what it is changed with. */
export interface OwnAccount {
  identity: Identity;
  client: Client;
  token: string;
  /** Replaced when the password is verified. */
  session: Session;
}

/** What a form asked for: how it was filled in and, where that was well, what came of it. */
export interface Attempt {
  submission: Submission<unknown, string[]>;
  outcome?: Outcome;
}

/** Does what a form asks for. A current password that it holds is verified first. */
export async function attemptIntent(
  intent: AccountIntent,
  form: FormData,
  problems: OwnAccountProblems,
  account: OwnAccount,
): Promise<Attempt> {
  const { identity, client, token } = account;
  switch (intent) {
    case 'profile':
      return attempt(form, profileSchema(problems), (changes) => identity.updateProfile(token, changes));
    case 'email':
      return attempt(form, emailChangeSchema(problems), ({ email, currentPassword }) =>
        withPassword(account, currentPassword, () => identity.requestEmailChange(token, email, client)),
      );
    case 'email-confirm':
      return attempt(form, emailCodeSchema(problems), ({ code }) => identity.confirmEmail(token, code, client));
    case 'password':
      return attempt(form, passwordChangeSchema(problems), ({ password, currentPassword }) =>
        withPassword(account, currentPassword, () => identity.updatePassword(token, password, client)),
      );
    case 'revoke':
      return attempt(form, revokeSchema(), ({ session }) => revoke(account, session));
    case 'revoke-others':
      return attempt(form, noFieldsSchema(), () => identity.revokeOtherSessions(token, client));
    case 'delete':
      return attempt(form, deleteSchema(problems), ({ currentPassword }) =>
        withPassword(account, currentPassword, () => identity.deleteAccount(token, client)),
      );
  }
}

async function attempt<T>(
  form: FormData,
  schema: ZodType<T, Record<string, unknown>>,
  act: (value: T) => Promise<Outcome>,
): Promise<Attempt> {
  const submission = parseWithZod(form, { schema });
  return submission.status === 'success' ? { submission, outcome: await act(submission.value) } : { submission };
}

async function withPassword(
  account: OwnAccount,
  password: string | undefined,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  if (password === undefined) return act();
  const verified = await account.identity.verifyPassword(account.token, password, account.client);
  if (!verified.ok) return verified;
  account.session = verified.session;
  return act();
}

/** A session that is gone already is as it should be. */
async function revoke({ identity, client, token }: OwnAccount, session: string): Promise<Outcome> {
  const revoked = await identity.revokeSession(token, session, client);
  return !revoked.ok && revoked.error.code === 'user-not-found' ? { ok: true } : revoked;
}
