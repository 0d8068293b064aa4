import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { answerTo, type PeopleAnswer, sentencesOf, usePending } from './people-answer.ts';
import type { InvitationRow } from './read-people.ts';
import { useLanguageList } from './role-fields.tsx';

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
