import { useTranslations } from 'use-intl';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../select-field.tsx';
import { profileSchema } from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { sectionField } from './section-field.ts';
import { useSectionForm } from './use-section-form.ts';

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
