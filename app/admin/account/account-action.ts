import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { isFresh } from '#core/accounts/session.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { createAccountTranslator } from '../../account/account-translator.ts';
import { fieldProblems } from '../../account/field-problems.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { refuseIntent } from './account-answer.ts';
import { accountForm } from './account-form.ts';
import { ACCOUNT_INTENTS, type AccountIntent, type AccountNotice } from './account-intents.ts';
import { attemptIntent } from './attempt-intent.ts';
import { hasEnded, requireOwnAccount, signInAgain } from './require-own-account.ts';

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
    const asksPassword = !isFresh(own.session, Date.now());
    return refuseIntent({ intent, asksPassword }, submission, locale, outcome?.error);
  }
  if (intent === 'delete') {
    account.leave();
    throw redirect(`${pathTo('/admin/signin')}?after=deleted`, 303);
  }
  throw redirect(`${pathTo('/admin/account')}?notice=${NOTICES[intent]}`, 303);
}
