import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';
import { type IdentityError, type IdentityErrorCode, identityErrorStatus } from '#core/accounts/identity-error.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createAccountTranslator, identityErrorSentence } from '../../account/account-request.ts';
import type { AccountIntent } from './account-intents.ts';

/** Why a form was not accepted. */
export interface AccountAnswer {
  intent: AccountIntent;
  /** Whether sensitive actions need the password now. */
  needsPassword: boolean;
  result: SubmissionResult<string[]>;
}

/** The field that shows an error; other errors are shown above the form. */
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

/** Fields that are never sent back. */
const SECRETS = ['password', 'currentPassword'];

/** The submitted form without passwords, with its validation errors or the reason of the failure. */
export function refuseIntent(
  { intent, needsPassword }: Pick<AccountAnswer, 'intent' | 'needsPassword'>,
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
  const answer: AccountAnswer = { intent, needsPassword, result };
  const headers: HeadersInit =
    error?.code === 'too-many-requests' ? { 'Retry-After': String(error.retryAfterSeconds) } : {};
  return data(answer, { status: error ? identityErrorStatus(error.code) : 422, headers });
}

/** The person is signed in, so the message may say that the password is wrong. */
function sentenceOf(locale: Locale, error: IdentityError): string {
  if (error.code === 'wrong-password') return createAccountTranslator(locale)('account.wrongPassword');
  return identityErrorSentence(locale, error);
}
