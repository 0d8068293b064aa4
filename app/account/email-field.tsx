import type { FieldMetadata, SubmissionResult } from '@conform-to/react';
import { useTranslations } from 'use-intl';
import { answeredField } from '../ui/kit/forms/conform-field.ts';
import { TextField } from '../ui/kit/forms/field.tsx';

interface EmailFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** The result of the form's submission. */
  answer: SubmissionResult<string[]> | undefined;
  /** Why the email cannot be changed; without it, it can. */
  fixed?: string | undefined;
}

/** The account's email; password managers treat it as the user name. */
export function EmailField({ field, answer, fixed }: EmailFieldProps) {
  const t = useTranslations('account.fields');
  return (
    <TextField
      label={t('email')}
      {...answeredField(field, answer)}
      type="email"
      autoComplete="username"
      inputMode="email"
      {...(fixed !== undefined && { readOnly: true, hint: fixed })}
    />
  );
}
