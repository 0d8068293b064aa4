import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { CurrentPasswordField, OwnEmail } from './current-password-field.tsx';
import { deleteSchema } from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { useSectionForm } from './use-section-form.ts';

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
