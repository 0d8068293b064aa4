import type { IdentityError } from '#core/accounts/identity-error.ts';
import { PASSWORD_LENGTH, type PasswordProblem } from '#core/accounts/password-rules.ts';
import { CommandFailure } from './command.ts';

const PASSWORD_SENTENCES: { [problem in PasswordProblem | 'policy']: string } = {
  'too-short': `The password must have at least ${PASSWORD_LENGTH.min} characters.`,
  'too-long': `The password may have at most ${PASSWORD_LENGTH.max} characters.`,
  common: 'The password is one of the most common ones. Choose another.',
  'is-email': 'The password may not be the email.',
  policy: 'The password does not meet the rules of the account service.',
};

/** The message for a failed operation on the account of an email. */
export function accountProblem(error: IdentityError, email: string): CommandFailure {
  return new CommandFailure([sentenceOf(error, email)]);
}

function sentenceOf(error: IdentityError, email: string): string {
  switch (error.code) {
    case 'weak-password':
      return PASSWORD_SENTENCES[error.reason];
    case 'invalid-email':
      return `"${email}" is not an email.`;
    case 'invalid-display-name':
      return 'The name must have 1 to 120 characters, and no control characters.';
    case 'email-already-in-use':
      return `${email} has an account already.`;
    case 'user-not-found':
      return `${email} has no account.`;
    case 'last-owner':
      return `${email} is the last owner, and there is always one. Make somebody else an owner first.`;
    default:
      return `It could not be done: ${error.code}.`;
  }
}
