import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, type HeadersArgs } from 'react-router';
import { type IdentityError, type IdentityErrorCode, identityErrorStatus } from '#core/accounts/identity-error.ts';
import type { Locale } from '#core/locales/locale.ts';
import { identityErrorSentence } from './account-request.ts';

/** The field that shows an error; other errors are shown above the form. */
const FIELDS: { [code in IdentityErrorCode]?: string } = {
  'weak-password': 'password',
  'invalid-email': 'email',
  'invalid-display-name': 'name',
  'invalid-action-code': 'code',
  'expired-action-code': 'code',
};

/** Fields that are never sent back. */
const SECRETS = ['password'];

/** The response to an invalid form: returns the values, except passwords. */
export function refuseForm(submission: Submission<unknown, string[]>) {
  return data(submission.reply({ hideFields: SECRETS }), { status: 422 });
}

/** The response to a valid form whose operation failed. */
export function refuseAction(submission: Submission<unknown, string[]>, locale: Locale, error: IdentityError) {
  const sentence = identityErrorSentence(locale, error);
  const field = FIELDS[error.code];
  const reply: SubmissionResult<string[]> = submission.reply({
    hideFields: SECRETS,
    ...(field ? { fieldErrors: { [field]: [sentence] } } : { formErrors: [sentence] }),
  });
  const headers = error.code === 'too-many-requests' ? { 'Retry-After': String(error.retryAfterSeconds) } : {};
  return data(reply, { status: identityErrorStatus(error.code), headers });
}

/** The `headers` function of a route whose loader or action sets headers: without it, React Router drops them. */
export function answerHeaders({ loaderHeaders, actionHeaders }: Pick<HeadersArgs, 'loaderHeaders' | 'actionHeaders'>) {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}
