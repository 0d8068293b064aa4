import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { ConfirmSubmit } from '../../ui/kit/confirm-submit.tsx';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { answerTo, chosenAccess, type PeopleAnswer, sentencesOf, usePending } from './people-answer.ts';
import type { PersonRow } from './read-people.ts';
import { RoleFields, useLanguageList } from './role-fields.tsx';

interface RemoveFormProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  /** Whether the page asks for confirmation, without script. */
  asks: boolean;
  listHref: string;
}

interface PersonItemProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  /** Whether to ask for confirmation of the removal. */
  confirmsRemoval: boolean;
  /** The list without that question. */
  listHref: string;
  options: readonly { code: Locale; name: string }[];
}

/** A member of the team, with actions on the account in a disclosure. */
export function PersonItem({ person, answer, confirmsRemoval, listHref, options }: PersonItemProps) {
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
      <details className="group" open={isAnswered || confirmsRemoval}>
        <summary className="mx-4 flex min-h-11 w-fit items-center gap-2 py-2 font-medium text-action">
          {t('people.manage', { name })}
          <DisclosureMark />
        </summary>
        <div className="grid gap-6 border-line border-t px-4 py-5 md:grid-cols-2 xl:grid-cols-4">
          <AccessForm person={person} answer={answerTo(answer, 'access', id)} options={options} />
          <SuspendForm person={person} answer={answerTo(answer, 'suspend', id) ?? answerTo(answer, 'restore', id)} />
          <SignOutForm person={person} answer={answerTo(answer, 'signOut', id)} />
          <RemoveForm
            person={person}
            answer={answerTo(answer, 'remove', id)}
            asks={confirmsRemoval}
            listHref={listHref}
          />
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

/** Deletes a person's account after a confirmation: in a dialog, or without script in the reloaded page. */
function RemoveForm({ person, answer, asks, listHref }: RemoveFormProps) {
  const t = useTranslations('admin.people.remove');
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const pending = usePending('remove', person.id);
  const question = t('question', { name: person.name });
  return (
    <Form method="post" className="grid content-start gap-3">
      <h4 className="font-semibold">{t('title')}</h4>
      <FormError errors={answer ? sentencesOf(answer) : asks ? [question] : []} answer={answer} />
      <p className="text-fine text-ink-soft">{asks ? t('warning') : t('lead')}</p>
      <input type="hidden" name="person" value={person.id} />
      <input type="hidden" name="intent" value="remove" />
      {(asks || hasScript) && <input type="hidden" name="confirmed" value="yes" />}
      {asks ? (
        <div className="flex flex-wrap gap-3">
          <SubmitButton tone="danger" pending={pending}>
            {t('confirm')}
          </SubmitButton>
          <SiteLink to={listHref} className={buttonStyle('plain')}>
            {t('cancel')}
          </SiteLink>
        </div>
      ) : (
        <div>
          <ConfirmSubmit title={question} description={t('warning')} confirmLabel={t('confirm')}>
            {t('submit')}
          </ConfirmSubmit>
        </div>
      )}
    </Form>
  );
}

/** Ends the sessions of a person, who may sign in again. */
function SignOutForm({ person, answer }: { person: PersonRow; answer: PeopleAnswer | undefined }) {
  const t = useTranslations('admin.people.signOut');
  const pending = usePending('signOut', person.id);
  return (
    <Form method="post" className="grid content-start gap-3">
      <h4 className="font-semibold">{t('title')}</h4>
      <FormError errors={sentencesOf(answer)} answer={answer} />
      <p className="text-fine text-ink-soft">{t('lead')}</p>
      <input type="hidden" name="person" value={person.id} />
      <input type="hidden" name="intent" value="signOut" />
      <div>
        <SubmitButton tone="plain" pending={pending}>
          {t('submit')}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Suspends a person, or ends the suspension. */
function SuspendForm({ person, answer }: { person: PersonRow; answer: PeopleAnswer | undefined }) {
  const t = useTranslations('admin.people');
  const action = person.suspended ? 'restore' : 'suspend';
  const pending = usePending(action, person.id);
  return (
    <Form method="post" className="grid content-start gap-3">
      <h4 className="font-semibold">{t(`${action}.title`)}</h4>
      <FormError errors={sentencesOf(answer)} answer={answer} />
      <p className="text-fine text-ink-soft">{t(`${action}.lead`)}</p>
      <input type="hidden" name="person" value={person.id} />
      <input type="hidden" name="intent" value={action} />
      <div>
        <SubmitButton tone="plain" pending={pending}>
          {t(`${action}.submit`)}
        </SubmitButton>
      </div>
    </Form>
  );
}

interface AccessFormProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  options: readonly { code: Locale; name: string }[];
}

/** The role of a person and, for a translator, their languages. */
function AccessForm({ person, answer, options }: AccessFormProps) {
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
