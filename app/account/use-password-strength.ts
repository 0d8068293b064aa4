import { useTranslations } from 'use-intl';
import { passwordStrength } from '#core/accounts/password-strength.ts';

/** Describes the strength of a password, taking the form's email into account. */
export function usePasswordStrength(formId: string): (password: string) => string {
  const t = useTranslations('account.strength');
  return (password) => {
    const form = document.getElementById(formId);
    const field = form instanceof HTMLFormElement ? form.elements.namedItem('email') : null;
    return t(passwordStrength(password, field instanceof HTMLInputElement ? field.value : ''));
  };
}
