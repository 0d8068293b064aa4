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

/** The strength levels of a password, as keys of the `account` messages. */
type PasswordStrength = PasswordProblem | 'weak' | 'fair' | 'good' | 'strong';

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
];

/**
 * Minimum bits of each level. Source: Meki's own; 40 bits resist a million guesses by far, 60 also an offline attack on a
 * stolen hash.
 */
const FAIR_BITS = 34;
const GOOD_BITS = 46;
const STRONG_BITS = 62;

/**
 * The strength of a password while it is typed. A password that the rules refuse has its problem as level.
 * @param isCommon as in `passwordProblem`; without it common passwords are not detected.
 */
export function passwordStrength(
  password: string,
  email: string,
  isCommon: (password: string) => boolean = () => false,
): PasswordStrength {
  const problem = passwordProblem(password, email, isCommon);
  if (problem) return problem;
  const bits = guessBits(password, email);
  if (bits < FAIR_BITS) return 'weak';
  if (bits < GOOD_BITS) return 'fair';
  return bits < STRONG_BITS ? 'good' : 'strong';
}

/** A rough estimate of the entropy in bits: characters that continue a sequence or repetition count little. */
function guessBits(password: string, email: string): number {
  const characters = [...password];
  const perCharacter = Math.log2(alphabetSize(password));
  const known = email
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3);
  let text = password.toLowerCase();
  for (const part of known) text = text.replaceAll(part, '\0');
  const predictable = characters.length - [...text].length;
  let bits = predictable > 0 ? 2 : 0;
  const left = [...text].filter((character) => character !== '\0');
  left.forEach((character, index) => {
    bits += followsFrom(left, index, character) ? 1 : perCharacter;
  });
  return bits;
}

function followsFrom(characters: string[], index: number, character: string): boolean {
  const before = characters[index - 1];
  if (before === undefined) return false;
  if (before === character) return true;
  if (
    index >= 4 &&
    characters
      .slice(0, index - 1)
      .join('')
      .includes(before + character)
  )
    return true;
  return SEQUENCES.some((sequence) => sequence.includes(before + character) || sequence.includes(character + before));
}

/** The size of the alphabet that the password uses. */
function alphabetSize(password: string): number {
  let size = 0;
  if (/\p{Ll}/u.test(password)) size += 26;
  if (/\p{Lu}/u.test(password)) size += 26;
  if (/\p{N}/u.test(password)) size += 10;
  if (/[^\p{L}\p{N}]/u.test(password)) size += 20;
  if (/[^\0-\x7f]/.test(password)) size += 40;
  return Math.max(size, 10);
}
