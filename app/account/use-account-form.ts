import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { useActionData } from 'react-router';
import { useTranslations } from 'use-intl';
import type { input, output, ZodType } from 'zod';
import type { FieldProblems } from './account-schemas.ts';
import { fieldProblems } from './field-problems.ts';

/**
 * A form of the account pages: it works as plain HTML, and with script says what is missing when a field is left, and
 * again as it is typed.
 * @param lesser what is asked of the form when the button that was pressed needs less of it
 */
export function useAccountForm<Schema extends ZodType<Record<string, unknown>, Record<string, unknown>>>(
  makeSchema: (problems: FieldProblems) => Schema,
  defaultValue: Record<string, string> = {},
  lesser?: (form: FormData) => ((problems: FieldProblems) => ZodType) | undefined,
) {
  const t = useTranslations('account');
  const answer = useActionData<SubmissionResult<string[]>>();
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
