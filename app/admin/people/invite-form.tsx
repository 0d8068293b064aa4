import { useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { conformField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { chosenAccess, type PeopleAnswer } from './people-answer.ts';
import { inviteSchema, peopleProblems } from './people-schemas.ts';
import { RoleFields } from './role-fields.tsx';

interface InviteFormProps {
  /** The answer to a refused invitation. */
  answer: PeopleAnswer | undefined;
  options: readonly { code: Locale; name: string }[];
}

/** Invites a person by email. */
export function InviteForm({ answer, options }: InviteFormProps) {
  const t = useTranslations('admin');
  const schema = useMemo(() => inviteSchema(peopleProblems(t)), [t]);
  const [form, fields] = useForm({
    id: 'invite',
    lastResult: answer?.result,
    defaultValue: { email: '' },
    constraint: getZodConstraint(schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  return (
    <ConformForm form={form} answer={answer} className="mt-4 grid max-w-lg gap-4">
      <TextField
        label={t('people.invite.email')}
        {...conformField(fields.email)}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <RoleFields
        ids={{ role: fields.role.id, languages: fields.languages.id }}
        {...chosenAccess(answer, { role: 'viewer', languages: [] })}
        options={options}
        errors={{ role: fields.role.errors, languages: fields.languages.errors }}
      />
      <div>
        <SubmitButton name="intent" value="invite">
          {t('people.invite.submit')}
        </SubmitButton>
      </div>
    </ConformForm>
  );
}
