import type { Locale } from '#core/locales/locale.ts';
import type { FieldProblems } from './account-schemas.ts';
import { createAccountTranslator } from './account-translator.ts';

/** What the server says beside a field that is not filled in as it must be. */
export function fieldProblems(locale: Locale): FieldProblems {
  const t = createAccountTranslator(locale);
  return {
    name: t('problems.name'),
    email: t('problems.email'),
    password: t('problems.password'),
    newPassword: t('problems.newPassword'),
    code: t('problems.code'),
  };
}
