import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { chosenAccess, type PeopleAnswer, sentencesOf, usePending } from './people-answer.ts';
import type { PersonRow } from './read-people.ts';
import { RoleFields } from './role-fields.tsx';

interface AccessFormProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  options: readonly { code: Locale; name: string }[];
}

/** The role of a person and, for a translator, their languages. */
export function AccessForm({ person, answer, options }: AccessFormProps) {
  const t = useTranslations('admin.people');
  const { id, role, languages } = person;
  const pending = usePending('access', id);
  return (
    <Form method="post" key={`${role} ${languages.join()}`} className="grid content-start gap-3">
      <h4 className="font-semibold">{t('access.title')}</h4>
      <FormError errors={sentencesOf(answer, ['role', 'languages'])} answer={answer} />
      <input type="hidden" name="person" value={id} />
      <input type="hidden" name="intent" value="access" />
      <RoleFields
        ids={{ role: `role-${id}`, languages: `languages-${id}` }}
        {...chosenAccess(answer, { role, languages })}
        options={options}
        errors={{ role: answer?.result.error?.role ?? [], languages: answer?.result.error?.languages ?? [] }}
      />
      <div>
        <SubmitButton tone="plain" pending={pending}>
          {t('access.submit')}
        </SubmitButton>
      </div>
    </Form>
  );
}
