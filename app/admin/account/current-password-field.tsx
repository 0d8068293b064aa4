import type { FieldMetadata } from '@conform-to/react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import type { AccountAnswer } from './account-answer.ts';
import { sectionField } from './section-field.ts';

interface CurrentPasswordFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** To the form that it stands in. */
  answer: AccountAnswer | undefined;
}

/** The password that the person has, given again before an act that matters. */
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

/** Tells password managers, and whoever judges a new password, whose it is. */
export function OwnEmail({ email }: { email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}
