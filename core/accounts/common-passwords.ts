import { COMMON_PASSWORDS } from './common-password-list.ts';

/** Checks whether a password, in lower case, is one of the 10,000 most common. Knows only those of 8 or more characters. */
export function createCommonPasswords(): (password: string) => boolean {
  let known: Set<string> | undefined;
  return (password) => {
    known ??= new Set(COMMON_PASSWORDS.split(' '));
    return known.has(password);
  };
}
