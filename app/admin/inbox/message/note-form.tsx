import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { MAX_NOTE_LENGTH } from '#core/inbox/messages-collection.ts';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { TextAreaField } from '../../../ui/kit/forms/text-area-field.tsx';
import type { MessageAnswer } from './message-answer.ts';

interface NoteFormProps {
  path: string;
  /** The note as the server has it. */
  stored: string;
  answer: MessageAnswer | undefined;
}

/** The team's note on a message. It is not saved over one that the person has not seen. */
export function NoteForm({ path, stored, answer }: NoteFormProps) {
  const t = useTranslations('admin.inbox.message');
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<string>(undefined);
  // The page may learn of another note while this one is being typed: only an answer shows it to the person.
  const [seen, setSeen] = useState(stored);
  useEffect(() => {
    const shown = form.current && String(new FormData(form.current).get('note'));
    if (answer || sent.current === stored || shown === stored) setSeen(stored);
  }, [answer, stored]);
  function remember() {
    sent.current = String(new FormData(form.current ?? undefined).get('note') ?? '').trim();
  }
  return (
    <Form ref={form} method="post" action={path} onSubmit={remember} className="grid content-start gap-3">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="seen" value={seen} />
      <TextAreaField
        id="note"
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        defaultValue={answer?.note ?? stored}
        maxLength={MAX_NOTE_LENGTH}
        errors={answer && [answer.sentence]}
      />
      <div>
        <SubmitButton tone="plain">{t('saveNote')}</SubmitButton>
      </div>
    </Form>
  );
}
