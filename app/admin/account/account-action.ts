import type { Submission } from '@conform-to/react';
import { type ActionFunctionArgs, data, redirect } from 'react-router';
import type { output, ZodObject } from 'zod';
import type { Client, Identity, Outcome } from '#core/accounts/identity.ts';
import { isFresh, type Session } from '#core/accounts/session.ts';
import { type FormShape, fieldsOf, formShape, type ReceivedForm, textField } from '#core/forms/form-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createAccountTranslator, readAccountRequest } from '../../account/account-request.ts';
import { fieldProblems } from '../../account/account-schemas.ts';
import { parseSubmission, receiveForm } from '../../account/receive-form.ts';
import { refuseIntent } from './account-answer.ts';
import { ACCOUNT_INTENTS, type AccountIntent, type AccountNotice } from './account-intents.ts';
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
import { hasEnded, requireOwnAccount, signInAgain } from './read-account.ts';

/** The account and the services to change it. */
export interface OwnAccount {
  identity: Identity;
  client: Client;
  token: string;
  /** Replaced when the password was verified. */
  session: Session;
}

/** The validated form and, if it is valid, the outcome. */
interface Attempt {
  submission: Submission<unknown, string[]>;
  outcome?: Outcome;
}

/** The fields of all forms of the page: each form has some of them, and its `intent`. */
function accountForm(problems: OwnAccountProblems): FormShape {
  const schemas = [profileSchema, emailChangeSchema, emailCodeSchema, passwordChangeSchema, deleteSchema];
  return formShape({
    ...fieldsOf(revokeSchema(), ...schemas.map((schema) => schema(problems))),
    intent: textField(),
  });
}

const NOTICES: { [intent in Exclude<AccountIntent, 'delete'>]: AccountNotice } = {
  profile: 'profile-saved',
  email: 'email-code',
  'email-confirm': 'email-changed',
  password: 'password-changed',
  revoke: 'session-ended',
  'revoke-others': 'others-ended',
};

/** Performs the action of one of the page's forms, and redirects to the page, which shows a notice at the form. */
export async function accountAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, locale, pathTo } = request;
  const { current } = await requireOwnAccount(request);
  const t = createAccountTranslator(locale);
  const problems = {
    ...fieldProblems(t),
    language: t('account.problems.language'),
    confirmed: t('account.problems.confirmed'),
  };
  const form = await receiveForm(request, accountForm(problems));
  const intent = ACCOUNT_INTENTS.find((name) => name === form.fields.get('intent'));
  if (!intent) throw data(null, { status: 400, statusText: 'Bad Request' });
  const { identity, client } = account;
  const own = { identity, client, token: current.token, session: current.session };
  const { submission, outcome } = await attemptIntent(intent, form, { problems, locale }, own);
  if (outcome && hasEnded(outcome)) throw signInAgain(request);
  if (!outcome?.ok) {
    const needsPassword = !isFresh(own.session, Date.now());
    return refuseIntent({ intent, needsPassword }, submission, locale, outcome?.error);
  }
  if (intent === 'delete') {
    account.leave();
    throw redirect(`${pathTo('/admin/signin')}?after=deleted`, 303);
  }
  throw redirect(`${pathTo('/admin/account')}?notice=${NOTICES[intent]}`, 303);
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
