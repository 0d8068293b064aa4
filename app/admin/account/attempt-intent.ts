import type { Submission } from '@conform-to/react';
import type { output, ZodObject } from 'zod';
import type { Client, Identity, Outcome } from '#core/accounts/identity.ts';
import type { Session } from '#core/accounts/session.ts';
import type { ReceivedForm } from '#core/forms/form-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import { parseSubmission } from '../../account/read-submission.ts';
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

/** The account and the services to change it. */
export interface OwnAccount {
  identity: Identity;
  client: Client;
  token: string;
  /** Replaced when the password was verified. */
  session: Session;
}

/** The validated form and, if it is valid, the outcome. */
export interface Attempt {
  submission: Submission<unknown, string[]>;
  outcome?: Outcome;
}

/** Performs the action of a form. If it contains the current password, that is verified first. */
export async function attemptIntent(
  intent: AccountIntent,
  form: ReceivedForm,
  { problems, locale }: { problems: OwnAccountProblems; locale: Locale },
  account: OwnAccount,
): Promise<Attempt> {
  const { identity, client, token } = account;
  async function attempt<Schema extends ZodObject>(
    schema: Schema,
    action: (value: output<Schema>) => Promise<Outcome>,
  ): Promise<Attempt> {
    const submission = parseSubmission(form, schema, locale);
    return submission.status === 'success' ? { submission, outcome: await action(submission.value) } : { submission };
  }
  switch (intent) {
    case 'profile':
      return attempt(profileSchema(problems), (changes) => identity.updateProfile(token, changes));
    case 'email':
      return attempt(emailChangeSchema(problems), ({ email, currentPassword }) =>
        withPassword(account, currentPassword, () => identity.requestEmailChange(token, email, client)),
      );
    case 'email-confirm':
      return attempt(emailCodeSchema(problems), ({ code }) => identity.confirmEmail(token, code, client));
    case 'password':
      return attempt(passwordChangeSchema(problems), ({ password, currentPassword }) =>
        withPassword(account, currentPassword, () => identity.updatePassword(token, password, client)),
      );
    case 'revoke':
      return attempt(revokeSchema(), ({ session }) => revoke(account, session));
    case 'revoke-others':
      return attempt(noFieldsSchema(), () => identity.revokeOtherSessions(token, client));
    case 'delete':
      return attempt(deleteSchema(problems), ({ currentPassword }) =>
        withPassword(account, currentPassword, () => identity.deleteAccount(token, client)),
      );
  }
}

async function withPassword(
  account: OwnAccount,
  password: string | undefined,
  action: () => Promise<Outcome>,
): Promise<Outcome> {
  if (password === undefined) return action();
  const verified = await account.identity.verifyPassword(account.token, password, account.client);
  if (!verified.ok) return verified;
  account.session = verified.session;
  return action();
}

/** A session that is already gone counts as success. */
async function revoke({ identity, client, token }: OwnAccount, session: string): Promise<Outcome> {
  const revoked = await identity.revokeSession(token, session, client);
  return !revoked.ok && revoked.error.code === 'user-not-found' ? { ok: true } : revoked;
}
