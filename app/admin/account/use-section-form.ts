import { type DefaultValue, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { input, output, ZodType } from 'zod';
import { fieldProblems } from '../../account/account-schemas.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import type { AccountAnswer } from './account-answer.ts';
import type { AccountIntent } from './account-intents.ts';
import type { OwnAccountProblems } from './own-account-schemas.ts';

/**
 * A form of the page: works without script; with script, validates fields on blur. `answer` is set if this form was submitted
 * last and not accepted.
 */
export function useSectionForm<Schema extends ZodType<Record<string, unknown>, Record<string, unknown>>>(
  intent: AccountIntent,
  makeSchema: (problems: OwnAccountProblems) => Schema,
  defaultValue: Record<string, string> = {},
) {
  const problems = useProblems();
  const answer = useRefusal(intent);
  const schema = useMemo(() => makeSchema(problems), [makeSchema, problems]);
  const [form, fields] = useForm<input<Schema>, output<Schema>, string[]>({
    id: `${intent}-form`,
    lastResult: answer?.result,
    defaultValue: defaultValue as DefaultValue<input<Schema>>,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  return { form, fields, answer };
}

/** Why a form with one of the intents was not accepted, if it was submitted last. */
export function useRefusal(...intents: AccountIntent[]): AccountAnswer | undefined {
  const latest = useAnswer<AccountAnswer>();
  return latest && intents.includes(latest.intent) ? latest : undefined;
}

/** Whether sensitive actions need the password, by the loaded data or a later answer. */
export function useNeedsPassword(loaded: boolean): boolean {
  return useAnswer<AccountAnswer>()?.needsPassword ?? loaded;
}

function useProblems(): OwnAccountProblems {
  const t = useTranslations('account');
  return useMemo(
    () => ({
      ...fieldProblems(t),
      language: t('account.problems.language'),
      confirmed: t('account.problems.confirmed'),
    }),
    [t],
  );
}
