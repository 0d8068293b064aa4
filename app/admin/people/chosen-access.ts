import { ROLES, type Role } from '#core/accounts/user.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PeopleAnswer } from './people-answer.ts';

/** The role and languages shown in a form: those just submitted, else the current ones. */
export function chosenAccess(
  answer: PeopleAnswer | undefined,
  given: { role: Role; languages: readonly Locale[] },
): { role: Role; languages: readonly Locale[] } {
  const kept = answer?.result.initialValue;
  if (!kept) return given;
  const { role, languages } = kept;
  const chosen = Array.isArray(languages) ? languages : [languages];
  return {
    role: ROLES.find((name) => name === role) ?? given.role,
    languages: chosen.filter((code): code is string => typeof code === 'string'),
  };
}
