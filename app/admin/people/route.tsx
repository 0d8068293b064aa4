import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { INVITATION_DAYS } from '#core/accounts/identity.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { PageLinks } from '../page-links.tsx';
import { InvitationList, InviteForm } from './invite-form.tsx';
import { peopleAction } from './people-action.ts';
import { type PeopleAnswer, sentencesOf } from './people-answer.ts';
import { PersonItem } from './person-item.tsx';
import { readPeople } from './read-people.ts';

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
