import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { MAX_NOTE_LENGTH } from '#core/inbox/messages-collection.ts';
import replyIcon from '~icons/lucide/reply';
import { useDataClient } from '../../../data/live/live-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { ConfirmSubmit } from '../../../ui/kit/confirm-submit.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { TextAreaField } from '../../../ui/kit/forms/text-area-field.tsx';
import { Notice } from '../../../ui/kit/notice.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import { SelectField } from '../../select-field.tsx';
import type { MessageAnswer, MessageIntent } from './message-answer.ts';
import type { MessagePageData } from './read-message-page.ts';
import { useLiveMessage } from './use-live-message.ts';

interface NoteFormProps {
  path: string;
  /** The note as the server has it. */
  stored: string;
  answer: MessageAnswer | undefined;
}

/** A message with what the team can do about it. */
export function MessagePage({ page: loaded, answer }: { page: MessagePageData; answer: MessageAnswer | undefined }) {
  const t = useTranslations('admin.inbox');
  const { page, isGone, isPending, onSubmitCapture } = useLiveMessage(loaded);
  const { title, notice, message, at, when, writtenIn, path } = page;
  useMarkAsRead(loaded);
  return (
    <article onSubmitCapture={onSubmitCapture}>
      <h1 className="break-words font-semibold text-h2">{title}</h1>
      {notice && !answer && <Notice text={notice} className="mt-4" />}
      {answer && answer.intent !== 'note' && (
        <div className="mt-4">
          <FormError errors={[answer.sentence]} answer={answer} />
        </div>
      )}
      {isGone && (
        <p role="status" className="mt-3 font-medium text-danger">
          {t('message.gone')}
        </p>
      )}
      {message.folder === 'spam' && <p className="mt-3 font-medium text-warning">{t('message.isSpam')}</p>}
      <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact term={t('message.from')}>
          <bdi>{message.name}</bdi> <span className="text-ink-soft">{message.email}</span>
        </Fact>
        <Fact term={t('message.sent')}>
          <time dateTime={at}>{when}</time>
        </Fact>
        <Fact term={t('message.language')}>
          <span className="inline-block first-letter:uppercase">{writtenIn}</span>
        </Fact>
      </dl>
      <section aria-label={t('message.text')} className="mt-5 rounded-card border border-line bg-raised p-5">
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {message.text}
        </p>
      </section>
      <Actions page={page} />
      <p role="status" className="mt-4 font-medium text-ink-soft">
        {isPending && t('pending')}
      </p>
      <div className="mt-4 grid gap-8 border-line border-t pt-6 lg:grid-cols-2">
        <AssignForm page={page} />
        <NoteForm path={path} stored={message.note} answer={answer?.intent === 'note' ? answer : undefined} />
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fine text-ink-soft sm:pt-0.5">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** What a click does at once. */
function Actions({ page: { message, replyHref, asks, path } }: { page: MessagePageData }) {
  const t = useTranslations('admin.inbox.message');
  const buttons: [intent: MessageIntent, label: string][] = [
    message.unread ? ['read', t('read')] : ['unread', t('unread')],
    message.folder === 'spam' ? ['inbox', t('notSpam')] : ['spam', t('spam')],
  ];
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <a href={replyHref} className={buttonStyle('action')}>
        <Icon icon={replyIcon} className="rtl:-scale-x-100" />
        {t('reply')}
      </a>
      {buttons.map(([intent, label]) => (
        <Form key={intent} method="post" action={path}>
          <SubmitButton tone="plain" name="intent" value={intent}>
            {label}
          </SubmitButton>
        </Form>
      ))}
      <DeleteForm path={path} asks={asks} />
    </div>
  );
}

function AssignForm({ page: { assigneeId, team, path } }: { page: MessagePageData }) {
  const t = useTranslations('admin.inbox.message');
  return (
    <Form method="post" action={path} className="grid content-start gap-3">
      <input type="hidden" name="intent" value="assign" />
      <SelectField
        key={assigneeId}
        id="person"
        name="person"
        label={t('assignee')}
        defaultValue={assigneeId}
        none={t('nobody')}
        choices={team.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div>
        <SubmitButton tone="plain">{t('assign')}</SubmitButton>
      </div>
    </Form>
  );
}

/** Marks the message as read once it is shown. Without script, a button does. */
function useMarkAsRead({ documentPath: path, title, path: href, message: { unread } }: MessagePageData): void {
  const client = useDataClient();
  const isSeen = useRef(false);
  useEffect(() => {
    // Whoever marks it as unread afterwards means that.
    if (!client || isSeen.current) return;
    isSeen.current = true;
    if (unread) void client.write([{ path, fields: { unread: false } }], { label: title, href });
  }, [client, path, title, href, unread]);
}

/** The team's note on a message. It is not saved over one that the person has not seen. */
function NoteForm({ path, stored, answer }: NoteFormProps) {
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

/**
 * Deletes the message after a confirmation: in a dialog, or without script in the reloaded page.
 * @param asks whether the page asks, without script
 */
function DeleteForm({ path, asks }: { path: string; asks: boolean }) {
  const t = useTranslations('admin.inbox.message');
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return (
    <Form method="post" action={path} className={asks ? 'grid basis-full gap-3' : ''}>
      <input type="hidden" name="intent" value="delete" />
      {(asks || hasScript) && <input type="hidden" name="confirmed" value="yes" />}
      {asks ? (
        <>
          <FormError errors={[t('deleteQuestion'), t('deleteWarning')]} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton tone="danger">{t('deleteConfirm')}</SubmitButton>
            <SiteLink to={path} className={buttonStyle('plain')}>
              {t('cancel')}
            </SiteLink>
          </div>
        </>
      ) : (
        <ConfirmSubmit title={t('deleteQuestion')} description={t('deleteWarning')} confirmLabel={t('deleteConfirm')}>
          {t('delete')}
        </ConfirmSubmit>
      )}
    </Form>
  );
}
