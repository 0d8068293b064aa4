import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';
import { type IdentityError, type IdentityErrorCode, identityErrorStatus } from '#core/accounts/identity-error.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createAccountTranslator, identityErrorSentence } from '../../account/account-translator.ts';
import type { AccountIntent } from './account-intents.ts';

/** Why a form of the page was not accepted. */
export interface AccountAnswer {
  intent: AccountIntent;
  /** Whether acts that need a fresh sign-in need the password now. */
  asksPassword: boolean;
  result: SubmissionResult<string[]>;
}

/** Which field an error is told beside; the others are told above the form. */
const FIELDS: { [code in IdentityErrorCode]?: string } = {
  'weak-password': 'password',
  'wrong-password': 'currentPassword',
  'requires-recent-login': 'currentPassword',
  'invalid-email': 'email',
  'invalid-display-name': 'name',
  'invalid-language': 'language',
  'invalid-action-code': 'code',
  'expired-action-code': 'code',
};

/** What is never sent back. */
const SECRETS = ['password', 'currentPassword'];

/** The form as it was filled in, without passwords, with what is wrong with it, or why it could not be done. */
export function refuseIntent(
  { intent, asksPassword }: Pick<AccountAnswer, 'intent' | 'asksPassword'>,
  submission: Submission<unknown, string[]>,
  locale: Locale,
  error?: IdentityError,
) {
  const field = error && FIELDS[error.code];
  const sentence = error && sentenceOf(locale, error);
  const result = submission.reply({
    hideFields: SECRETS,
    ...(sentence !== undefined && (field ? { fieldErrors: { [field]: [sentence] } } : { formErrors: [sentence] })),
  });
  const answer: AccountAnswer = { intent, asksPassword, result };
  const headers: HeadersInit =
    error?.code === 'too-many-requests' ? { 'Retry-After': String(error.retryAfterSeconds) } : {};
  return data(answer, { status: error ? identityErrorStatus(error.code) : 422, headers });
}

/** Here somebody is signed in, and may know that it is the password that is wrong. */
function sentenceOf(locale: Locale, error: IdentityError): string {
  if (error.code === 'wrong-password') return createAccountTranslator(locale)('account.wrongPassword');
  return identityErrorSentence(locale, error);
}
