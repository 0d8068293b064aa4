import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { InvitationItem } from './invitation-item.tsx';
import { answerTo, type PeopleAnswer, sentencesOf } from './people-answer.ts';
import type { InvitationRow } from './read-people.ts';

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
