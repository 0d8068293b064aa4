import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { ConfirmSubmit } from '../../ui/kit/confirm-submit.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { type PeopleAnswer, sentencesOf } from './people-answer.ts';
import type { PersonRow } from './read-people.ts';
import { usePending } from './use-pending.ts';

interface RemoveFormProps {
  person: PersonRow;
  answer: PeopleAnswer | undefined;
  /** Whether the page asks for confirmation, without script. */
  asks: boolean;
  listHref: string;
}

/** Deletes a person's account after a confirmation: in a dialog, or without script in the reloaded page. */
export function RemoveForm({ person, answer, asks, listHref }: RemoveFormProps) {
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
