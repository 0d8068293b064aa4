import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { input, output, ZodType } from 'zod';
import { passwordStrength } from '#core/accounts/password-rules.ts';
import { useAnswer } from '../navigation/use-answer.ts';
import { type FieldProblems, fieldProblems } from './account-schemas.ts';

/**
 * A form of the account pages: works without script; with script, validates a field on blur and then on input.
 * @param lesser the schema if the pressed button needs fewer fields
 */
export function useAccountForm<Schema extends ZodType<Record<string, unknown>, Record<string, unknown>>>(
  makeSchema: (problems: FieldProblems) => Schema,
  defaultValue: Record<string, string> = {},
  lesser?: (form: FormData) => ((problems: FieldProblems) => ZodType) | undefined,
) {
  const t = useTranslations('account');
  const answer = useAnswer<SubmissionResult<string[]>>();
  const problems = useMemo(() => fieldProblems(t), [t]);
  const schema = useMemo(() => makeSchema(problems), [makeSchema, problems]);
  const [form, fields] = useForm<input<Schema>, output<Schema>, string[]>({
    lastResult: answer && 'status' in answer ? answer : undefined,
    defaultValue: defaultValue as DefaultValue<input<Schema>>,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: (lesser?.(formData)?.(problems) ?? schema) as Schema }),
  });
  return { form, fields, answer };
}

/** Describes the strength of a password, taking the form's email into account. */
export function usePasswordStrength(formId: string): (password: string) => string {
  const t = useTranslations('account.strength');
  return (password) => {
    const form = document.getElementById(formId);
    const field = form instanceof HTMLFormElement ? form.elements.namedItem('email') : null;
    return t(passwordStrength(password, field instanceof HTMLInputElement ? field.value : ''));
  };
}
