import { useTranslations } from 'use-intl';
import { usePasswordStrength } from '../../account/use-password-strength.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { PasswordField } from '../../ui/kit/forms/password-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { CurrentPasswordField, OwnEmail } from './current-password-field.tsx';
import { passwordChangeSchema } from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { sectionField } from './section-field.ts';
import { useAsksPassword, useSectionForm } from './use-section-form.ts';

/** Changes the password; requires the current one unless it was entered recently. */
export function PasswordForm({ account }: { account: AccountData }) {
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('password', passwordChangeSchema);
  const describeStrength = usePasswordStrength(form.id);
  return (
    <ConformForm form={form} answer={answer} action={account.action}>
      <OwnEmail email={account.email} />
      {useAsksPassword(account.asksPassword) && <CurrentPasswordField field={fields.currentPassword} answer={answer} />}
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
