import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { type PeopleAnswer, sentencesOf } from './people-answer.ts';
import type { PersonRow } from './read-people.ts';
import { usePending } from './use-pending.ts';

/** Suspends a person, or ends the suspension. */
export function SuspendForm({ person, answer }: { person: PersonRow; answer: PeopleAnswer | undefined }) {
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
