import { useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { conformField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { answerTo, chosenAccess, type PeopleAnswer, sentencesOf, usePending } from './people-answer.ts';
import { inviteSchema, peopleProblems } from './people-schemas.ts';
import type { InvitationRow } from './read-people.ts';
import { RoleFields, useLanguageList } from './role-fields.tsx';

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

interface InvitationItemProps {
  invitation: InvitationRow;
  answer: PeopleAnswer | undefined;
}

interface InvitationListProps {
  invitations: readonly InvitationRow[];
  answer: PeopleAnswer | undefined;
}

/** Pending invitations. An answer about an invitation that no longer exists is shown above the list. */
export function InvitationList({ invitations, answer }: InvitationListProps) {
  const t = useTranslations('admin.people.invitations');
  const isListed = invitations.some(({ email }) => answerTo(answer, 'withdraw', email));
  const orphan = !isListed && answer?.intent === 'withdraw' ? answer : undefined;
  return (
    <>
      <FormError errors={sentencesOf(orphan)} answer={orphan} />
      {invitations.length === 0 && <p className="mt-3 text-ink-soft">{t('none')}</p>}
      <ul className="mt-3 grid gap-2">
        {invitations.map((invitation) => (
          <InvitationItem
            key={invitation.email}
            invitation={invitation}
            answer={answerTo(answer, 'withdraw', invitation.email)}
          />
        ))}
      </ul>
    </>
  );
}

/** An invitation, with a form to withdraw it. */
function InvitationItem({ invitation: { email, role, languages, expires }, answer }: InvitationItemProps) {
  const t = useTranslations('admin');
  const listLanguages = useLanguageList();
  const pending = usePending('withdraw', email);
  const offered = role === 'translator' ? `${t(`roles.${role}`)} · ${listLanguages(languages)}` : t(`roles.${role}`);
  return (
    <li className="rounded-card border border-line bg-raised px-4 py-3">
      <FormError errors={sentencesOf(answer)} answer={answer} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{email}</p>
          <p className="text-fine text-ink-soft">
            {offered} · {t('people.invitations.until', { when: expires })}
          </p>
        </div>
        <Form method="post">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="intent" value="withdraw" />
          <SubmitButton tone="plain" pending={pending}>
            <span aria-hidden="true">{t('people.invitations.withdraw')}</span>
            <span className="sr-only">{t('people.invitations.withdrawFrom', { email })}</span>
          </SubmitButton>
        </Form>
      </div>
    </li>
  );
}
