import { useTranslations } from 'use-intl';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { CodeField } from '../../ui/kit/forms/code-field.tsx';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { emailChangeSchema, emailCodeSchema } from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { sectionField } from './section-field.ts';
import { useAsksPassword, useSectionForm } from './use-section-form.ts';

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
      {useAsksPassword(account.asksPassword) && <CurrentPasswordField field={fields.currentPassword} answer={answer} />}
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
