import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { AccessForm } from './access-form.tsx';
import { answerTo, type PeopleAnswer } from './people-answer.ts';
import type { PersonRow } from './read-people.ts';
import { RemoveForm } from './remove-form.tsx';
import { SignOutForm } from './sign-out-form.tsx';
import { SuspendForm } from './suspend-form.tsx';
import { useLanguageList } from './use-language-list.ts';

interface PersonItemProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  /** Whether to ask for confirmation of the removal. */
  asksToRemove: boolean;
  /** The list without that question. */
  listHref: string;
  options: readonly { code: Locale; name: string }[];
}

/** A member of the team, with actions on the account in a disclosure. */
export function PersonItem({ person, answer, asksToRemove, listHref, options }: PersonItemProps) {
  const t = useTranslations('admin');
  const listLanguages = useLanguageList();
  const { id, name, email, role, languages, suspended, isSelf, lastSignIn, activityHref } = person;
  const isAnswered = answer !== undefined && answer.intent !== 'withdraw' && answer.about === id;
  return (
    <li className="rounded-card border border-line bg-raised">
      <div className="grid gap-x-6 gap-y-1 px-4 pt-3 sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">
            {name} {isSelf && <span className="font-normal text-ink-soft">({t('people.you')})</span>}
          </h3>
          <p className="break-words text-fine text-ink-soft">{email}</p>
        </div>
        <div>
          <p>{t(`roles.${role}`)}</p>
          {role === 'translator' && (
            <p className="text-fine text-ink-soft first-letter:uppercase">{listLanguages(languages)}</p>
          )}
        </div>
        <div>
          <p className={suspended ? 'font-semibold text-danger' : ''}>
            {suspended ? t('people.suspended') : t('people.active')}
          </p>
          <p className="text-fine text-ink-soft">
            {lastSignIn === undefined ? t('people.neverSignedIn') : t('people.lastSignIn', { when: lastSignIn })}
          </p>
        </div>
      </div>
      <details className="group" open={isAnswered || asksToRemove}>
        <summary className="mx-4 flex min-h-11 w-fit items-center gap-2 py-2 font-medium text-action">
          {t('people.manage', { name })}
          <DisclosureMark />
        </summary>
        <div className="grid gap-6 border-line border-t px-4 py-5 md:grid-cols-2 xl:grid-cols-4">
          <AccessForm person={person} answer={answerTo(answer, 'access', id)} options={options} />
          <SuspendForm person={person} answer={answerTo(answer, 'suspend', id) ?? answerTo(answer, 'restore', id)} />
          <SignOutForm person={person} answer={answerTo(answer, 'signOut', id)} />
          <RemoveForm person={person} answer={answerTo(answer, 'remove', id)} asks={asksToRemove} listHref={listHref} />
        </div>
        {activityHref && (
          <p className="px-4 pb-3">
            <SiteLink to={activityHref} className="link-quiet inline-flex min-h-11 items-center text-action">
              {t('people.activity')}
            </SiteLink>
          </p>
        )}
      </details>
    </li>
  );
}
