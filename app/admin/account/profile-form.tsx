import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../select-field.tsx';
import { profileSchema } from './own-account-schemas.ts';
import type { AccountData } from './read-account.ts';
import { sectionField } from './section-field.ts';
import { useSectionForm } from './use-section-form.ts';

/** What the person is called, and the language in which they are written to. */
export function ProfileForm({ account }: { account: AccountData }) {
  const { name, language, languages, action } = account;
  const t = useTranslations('account');
  const { form, fields, answer } = useSectionForm('profile', profileSchema, { name, language });
  return (
    <Form
      method="post"
      action={action}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-5"
    >
      <FormError errors={form.errors} answer={answer} />
      <TextField label={t('fields.name')} {...sectionField(fields.name, answer)} autoComplete="name" />
      <SelectField label={t('account.profile.language')} {...sectionField(fields.language, answer)}>
        {languages.map(({ code, name: languageName }) => (
          <option key={code} value={code}>
            {languageName}
          </option>
        ))}
      </SelectField>
      <SubmitButton className="justify-self-start" name="intent" value="profile">
        {t('account.profile.submit')}
      </SubmitButton>
    </Form>
  );
}
