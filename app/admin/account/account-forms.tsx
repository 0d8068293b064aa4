import type { FieldMetadata } from '@conform-to/react';
import { useTranslations } from 'use-intl';
import { usePasswordStrength } from '../../account/use-account-form.ts';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { CodeField } from '../../ui/kit/forms/code-field.tsx';
import { answeredField, type ConformField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SelectField } from '../select-field.tsx';
import type { AccountAnswer } from './account-answer.ts';
import {
  deleteSchema,
  emailChangeSchema,
  emailCodeSchema,
  passwordChangeSchema,
  profileSchema,
} from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { useNeedsPassword, useSectionForm } from './use-section-form.ts';

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
