import { useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useMemo } from 'react';
import { Form, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { INVITATION_DAYS } from '#core/accounts/identity.ts';
import type { Locale } from '#core/locales/locale.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { conformField } from '../../ui/kit/forms/conform-field.ts';
import { ConformForm } from '../../ui/kit/forms/conform-form.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { PageLinks } from '../page-links.tsx';
import { peopleAction } from './people-action.ts';
import { answerTo, chosenAccess, type PeopleAnswer, sentencesOf, usePending } from './people-answer.ts';
import { inviteSchema, peopleProblems } from './people-schemas.ts';
import { PersonItem } from './person-item.tsx';
import { type InvitationRow, readPeople } from './read-people.ts';
import { RoleFields, useLanguageList } from './role-fields.tsx';

export const loader = readPeople;

export const action = peopleAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

export default function PeopleRoute() {
  const data = useLoaderData<typeof loader>();
  const { title, notice, people, invitations, languages, ask, listHref, firstHref, nextHref } = data;
  const calm = useCalmReload(useLiveEvent('people')?.revision, data);
  const answer = useAnswer<PeopleAnswer>();
  const t = useTranslations('admin.people');
  const tLive = useTranslations('admin.connection');
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 text-ink-soft">{t('lead')}</p>
      {notice && !answer && <Notice text={notice} className="mt-4" />}

      <section aria-labelledby="team" className="relative mt-6" {...calm.handlers}>
        {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
        <h2 id="team" className="font-semibold text-h3">
          {t('team')}
        </h2>
        <FormError errors={sentencesOf(orphanOf(answer, people))} answer={answer} />
        {people.length === 0 && <p className="mt-3 text-ink-soft">{t('none')}</p>}
        <ul className="mt-3 grid gap-2">
          {people.map((person) => (
            <PersonItem
              key={person.id}
              person={person}
              answer={answer}
              confirmsRemoval={ask === person.id}
              listHref={listHref}
              options={languages}
            />
          ))}
        </ul>
        <PageLinks
          label={t('pages')}
          first={firstHref && { href: firstHref, label: t('first') }}
          next={nextHref && { href: nextHref, label: t('next') }}
        />
      </section>

      {invitations && (
        <>
          <section aria-labelledby="invitations" className="mt-10">
            <h2 id="invitations" className="font-semibold text-h3">
              {t('invitations.title')}
            </h2>
            <InvitationList invitations={invitations} answer={answer} />
          </section>
          <section aria-labelledby="inviting" className="mt-10">
            <h2 id="inviting" className="font-semibold text-h3">
              {t('invite.title')}
            </h2>
            <p className="mt-1 max-w-[65ch] text-ink-soft">{t('invite.lead', { days: INVITATION_DAYS })}</p>
            {/* Reset the form after each invitation. */}
            <InviteForm
              key={Math.max(0, ...invitations.map(({ invitedAt }) => invitedAt))}
              answer={answer?.intent === 'invite' ? answer : undefined}
              options={languages}
            />
          </section>
        </>
      )}
    </>
  );
}

/** An answer about a person who is no longer on the page; shown above the list. */
function orphanOf(answer: PeopleAnswer | undefined, people: readonly { id: string }[]): PeopleAnswer | undefined {
  if (!answer || answer.intent === 'invite' || answer.intent === 'withdraw') return undefined;
  return people.some(({ id }) => id === answer.about) ? undefined : answer;
}

interface InviteFormProps {
  /** The answer to a refused invitation. */
  answer: PeopleAnswer | undefined;
  options: readonly { code: Locale; name: string }[];
}

/** Invites a person by email. */
function InviteForm({ answer, options }: InviteFormProps) {
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
function InvitationList({ invitations, answer }: InvitationListProps) {
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
