import { ROLES, type UserAccess } from '#core/accounts/user.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { WrongUsage } from './command.ts';

const CODES: Locale[] = localeSet.locales.map(({ code }) => code);

/**
 * Parses a role and a translator's languages: `en,es`.
 * @throws {WrongUsage} if invalid.
 */
export function readAccess(role: string, languages: unknown): Pick<UserAccess, 'role' | 'languages'> {
  const known = ROLES.find((name) => name === role);
  if (!known) throw new WrongUsage(`There is no role "${role}". There are ${ROLES.join(', ')}.`);
  const given = typeof languages === 'string' ? languages.split(',').map((code) => code.trim()) : [];
  for (const code of given) requireLanguage(code);
  if (known === 'translator' && given.length === 0) {
    throw new WrongUsage('A translator needs --languages, such as --languages en.');
  }
  if (known !== 'translator' && given.length > 0) throw new WrongUsage('Only a translator takes --languages.');
  return { role: known, languages: [...new Set(given)] };
}

/** One of the site's languages. @throws {WrongUsage} */
export function requireLanguage(code: string): Locale {
  if (!CODES.includes(code)) throw new WrongUsage(`The site has no language "${code}". It has ${CODES.join(', ')}.`);
  return code;
}
