import type { FieldMetadata, SubmissionResult } from '@conform-to/react';
import { useTranslations } from 'use-intl';
import { answeredField } from '../ui/kit/forms/conform-field.ts';
import { TextField } from '../ui/kit/forms/text-field.tsx';

interface EmailFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** To the form that it stands in. */
  answer: SubmissionResult<string[]> | undefined;
}

/** Whose account it is about; password managers know it as the user's name. */
export function EmailField({ field, answer }: EmailFieldProps) {
  const t = useTranslations('account.fields');
  return (
    <TextField
      label={t('email')}
      {...answeredField(field, answer)}
      type="email"
      autoComplete="username"
      inputMode="email"
    />
  );
}
