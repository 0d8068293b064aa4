/** Password length in characters. Source: the product's specification, Accounts; the maximum is Meki's own. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Why a password is refused. */
export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'is-email';

/**
 * Why a password is refused, or `undefined` if it is accepted.
 * @param isCommon whether a password, in lower case, is one of the 10,000 most common.
 */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return 'too-short';
  if (length > PASSWORD_LENGTH.max) return 'too-long';
  const plain = password.normalize('NFKC').toLowerCase().trim();
  const address = email.trim().toLowerCase();
  if (plain === address || plain === address.slice(0, address.lastIndexOf('@'))) return 'is-email';
  return isCommon(plain) ? 'common' : undefined;
}
