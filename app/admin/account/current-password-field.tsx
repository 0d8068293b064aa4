import type { FieldMetadata } from '@conform-to/react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import type { AccountAnswer } from './account-answer.ts';
import { sectionField } from './section-field.ts';

interface CurrentPasswordFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** The answer to the form. */
  answer: AccountAnswer | undefined;
}

/** The current password, required again for sensitive actions. */
export function CurrentPasswordField({ field, answer }: CurrentPasswordFieldProps) {
  const t = useTranslations('account.account');
  return (
    <PasswordField
      label={t('currentPassword')}
      hint={t('currentPasswordHint')}
      {...sectionField(field, answer)}
      required
      autoComplete="current-password"
    />
  );
}

/** A hidden email for password managers and for the strength of a new password. */
export function OwnEmail({ email }: { email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}
