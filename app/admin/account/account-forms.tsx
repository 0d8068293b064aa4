import { type DefaultValue, type FieldMetadata, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { Form, useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { input, output, ZodType } from 'zod';
import { fieldProblems } from '../../account/account-schemas.ts';
import { usePasswordStrength } from '../../account/use-account-form.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { CodeField } from '../../ui/kit/forms/code-field.tsx';
import { answeredField, type ConformField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SelectField } from '../select-field.tsx';
import type { AccountAnswer } from './account-answer.ts';
import type { AccountIntent } from './account-intents.ts';
import {
  deleteSchema,
  emailChangeSchema,
  emailCodeSchema,
  type OwnAccountProblems,
  passwordChangeSchema,
  profileSchema,
} from './own-account-schemas.ts';
import type { AccountData, SessionRow } from './read-account.ts';

interface CurrentPasswordFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** The answer to the form. */
  answer: AccountAnswer | undefined;
}

/** Requests a code for a new email address. */
export function EmailForm({ account }: { account: AccountData }) {
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('email', emailChangeSchema);
  return (
    <ConformForm form={form} answer={answer} action={account.action}>
      <p>{t.rich('account.email.current', { email: account.email, strong: (text) => <strong>{text}</strong> })}</p>
      <TextField
        label={t('account.email.new')}
        {...sectionField(fields.email, answer)}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      {useNeedsPassword(account.needsPassword) && (
        <CurrentPasswordField field={fields.currentPassword} answer={answer} />
      )}
      <SubmitButton className="justify-self-start" name="intent" value="email">
        {t('account.email.submit')}
      </SubmitButton>
    </ConformForm>
  );
}

/** Confirms the code. Always available, for people who left the page to read their mail. */
export function EmailCodeForm({ account }: { account: AccountData }) {
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('email-confirm', emailCodeSchema);
  const isDue = account.notice === 'email-code' || answer !== undefined;
  return (
    <details open={isDue} className="group">
      <summary className="flex min-h-11 w-fit items-center gap-2 font-medium text-action">
        {t('account.email.haveCode')}
        <DisclosureMark />
      </summary>
      <ConformForm form={form} answer={answer} action={account.action} className="mt-3 grid gap-5">
        <CodeField label={t('fields.code')} {...sectionField(fields.code, answer)} />
        <SubmitButton className="justify-self-start" name="intent" value="email-confirm">
          {t('account.email.confirm')}
        </SubmitButton>
      </ConformForm>
    </details>
  );
}

/** Changes the password; requires the current one unless it was entered recently. */
export function PasswordForm({ account }: { account: AccountData }) {
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('password', passwordChangeSchema);
  const describeStrength = usePasswordStrength(form.id);
  return (
    <ConformForm form={form} answer={answer} action={account.action}>
      <OwnEmail email={account.email} />
      {useNeedsPassword(account.needsPassword) && (
        <CurrentPasswordField field={fields.currentPassword} answer={answer} />
      )}
      <PasswordField
        label={t('fields.newPassword')}
        hint={t('signup.passwordHint')}
        {...sectionField(fields.password, answer)}
        autoComplete="new-password"
        describeStrength={describeStrength}
      />
      <SubmitButton className="justify-self-start" name="intent" value="password">
        {t('account.password.submit')}
      </SubmitButton>
    </ConformForm>
  );
}

/** The person's name, and the language of their mail. */
export function ProfileForm({ account }: { account: AccountData }) {
  const { name, language, languages, action } = account;
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('profile', profileSchema, { name, language });
  return (
    <ConformForm form={form} answer={answer} action={action}>
      <TextField label={t('fields.name')} {...sectionField(fields.name, answer)} autoComplete="name" />
      <SelectField
        label={t('account.profile.language')}
        {...sectionField(fields.language, answer)}
        choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SubmitButton className="justify-self-start" name="intent" value="profile">
        {t('account.profile.submit')}
      </SubmitButton>
    </ConformForm>
  );
}

/** Deletes the account. Always requires a confirmation and the password. */
export function DeleteForm({ account }: { account: AccountData }) {
  const t = useTranslations('account.account.delete');
  const { form, fields, answer } = useSectionForm('delete', deleteSchema);
  const { id, name, errors, initialValue } = fields.confirmed;
  return (
    <ConformForm form={form} answer={answer} action={account.action}>
      <OwnEmail email={account.email} />
      <CurrentPasswordField field={fields.currentPassword} answer={answer} />
      <Checkbox
        label={t('confirm')}
        id={id}
        name={name}
        errors={errors}
        defaultChecked={initialValue === 'on'}
        required
      />
      <SubmitButton className="justify-self-start" tone="danger" name="intent" value="delete">
        {t('submit')}
      </SubmitButton>
    </ConformForm>
  );
}

/** The props of a field from Conform, with the errors of the last submission. */
function sectionField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: AccountAnswer | undefined,
): ConformField & { autoFocus?: true } {
  return answeredField(field, answer?.result);
}

/** The current password, required again for sensitive actions. */
function CurrentPasswordField({ field, answer }: CurrentPasswordFieldProps) {
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
function OwnEmail({ email }: { email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}

/** The person's sessions. Each other session can be ended, or all of them at once. */
export function SessionList({ account }: { account: AccountData }) {
  const t = useTranslations('account.account.sessions');
  const answer = useRefusal('revoke', 'revoke-others');
  const { action, sessions } = account;
  return (
    <>
      <FormError errors={Object.values(answer?.result.error ?? {}).flatMap((errors) => errors ?? [])} answer={answer} />
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} action={action} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action={action}>
          <SubmitButton tone="plain" name="intent" value="revoke-others">
            {t('endOthers')}
          </SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-soft">{t('onlyThis')}</p>
      )}
    </>
  );
}

function SessionItem({ session, action }: { session: SessionRow; action: string }) {
  const t = useTranslations('account.account.sessions');
  const { formData } = useNavigation();
  const { id, device, place, lastUsed, since, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {device}
          {isCurrent && (
            <span className="ms-2 inline-block rounded-full bg-tint px-2.5 text-action text-fine">{t('current')}</span>
          )}
        </p>
        <p className="text-fine text-ink-soft">
          {[place, t('lastUsed', { time: lastUsed }), t('since', { time: since })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!isCurrent && (
        <Form method="post" action={action}>
          <input type="hidden" name="session" value={id} />
          <SubmitButton tone="plain" name="intent" value="revoke" pending={formData?.get('session') === id}>
            {t('end')}
            <span className="sr-only">{`: ${device}`}</span>
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}

/**
 * A form of the page: works without script; with script, validates fields on blur. `answer` is set if this form was submitted
 * last and not accepted.
 */
function useSectionForm<Schema extends ZodType<Record<string, unknown>, Record<string, unknown>>>(
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
function useRefusal(...intents: AccountIntent[]): AccountAnswer | undefined {
  const latest = useAnswer<AccountAnswer>();
  return latest && intents.includes(latest.intent) ? latest : undefined;
}

/** Whether sensitive actions need the password, by the loaded data or a later answer. */
function useNeedsPassword(loaded: boolean): boolean {
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
