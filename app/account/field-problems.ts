import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import type { FieldProblems } from './account-schemas.ts';

type ProblemKey =
  | `problems.${'name' | 'longName' | 'email' | 'password' | 'newPassword' | 'code'}`
  | 'strength.too-long';

/** The validation messages of fields. @param t a translator of the `account` messages */
export function fieldProblems(t: (key: ProblemKey, values?: { limit: number }) => string): FieldProblems {
  return {
    name: t('problems.name'),
    longName: t('problems.longName', { limit: MAX_NAME_LENGTH }),
    email: t('problems.email'),
    password: t('problems.password'),
    newPassword: t('problems.newPassword'),
    longPassword: t('strength.too-long'),
    code: t('problems.code'),
  };
}
