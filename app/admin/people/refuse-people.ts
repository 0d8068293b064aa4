import type { Submission } from '@conform-to/react';
import { data } from 'react-router';
import { type IdentityError, identityErrorStatus } from '#core/accounts/identity-error.ts';
import type { Locale } from '#core/locales/locale.ts';
import { identityErrorSentence } from '../../account/account-translator.ts';
import { createAdminTranslator } from '../admin-translator.ts';
import type { PeopleAnswer, PeopleIntent } from './people-answer.ts';

/** The submitted form with its validation errors, or with the error of the operation. */
export function refusePeople(
  intent: PeopleIntent,
  submission: Submission<unknown, string[]>,
  locale: Locale,
  error?: IdentityError,
) {
  const { person, email } = submission.payload as { person?: unknown; email?: unknown };
  const answer: PeopleAnswer = {
    intent,
    about: String((intent === 'withdraw' ? email : person) ?? ''),
    result: submission.reply(error && { formErrors: [peopleErrorSentence(locale, intent, error)] }),
  };
  return data(answer, { status: error ? identityErrorStatus(error.code) : 422 });
}

/** Error messages for owners, who may know more than people who sign in. */
function peopleErrorSentence(locale: Locale, intent: PeopleIntent, error: IdentityError): string {
  const t = createAdminTranslator(locale);
  switch (error.code) {
    case 'user-not-found':
      return intent === 'withdraw' ? t('people.problems.invitation') : t('people.problems.person');
    case 'email-already-in-use':
      return t('people.problems.taken');
    case 'operation-not-allowed':
      return t('people.problems.noTranslator');
    case 'requires-recent-login':
      return t('people.problems.stale');
    default:
      return identityErrorSentence(locale, error);
  }
}
