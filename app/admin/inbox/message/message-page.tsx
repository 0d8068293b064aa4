import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { type InboxMessage, MAX_NOTE_LENGTH } from '#core/inbox/messages-collection.ts';
import type { ClientChange } from '#core/live/live-protocol.ts';
import replyIcon from '~icons/lucide/reply';
import { useBatches, useConnectivity, useDataClient, useTarget } from '../../../data/live/live-context.tsx';
import { documentsOf } from '../../../data/target-view.ts';
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

interface LiveMessage {
  /** The page with the message as the server and this browser's own changes have it. */
  page: MessagePageData;
  /** Whether somebody deleted the message while the page is open. */
  isGone: boolean;
  /** Whether it has changes that wait for the connection. */
  isPending: boolean;
  /** Handles forms while the server cannot be reached: their changes wait on this device. Call it before the router does. */
  onSubmitCapture: (event: FormEvent) => void;
}

/** The message of the page as it changes. */
function useLiveMessage(loaded: MessagePageData): LiveMessage {
  const { documentPath: path } = loaded;
  const client = useDataClient();
  const isOffline = useConnectivity() === 'offline';
  const view = useTarget({ documents: [path] });
  const isKnown = view !== undefined && (!view.isFromCache || isOffline);
  const data = isKnown ? documentsOf<InboxMessage>(view)[0]?.data : undefined;
  const waiting = useBatches().flatMap(({ refused, changes }) =>
    refused === undefined ? changes.filter((change) => change.path === path) : [],
  );
  const page = data ? withMessage(loaded, data) : isOffline ? withChanges(loaded, waiting) : loaded;
  const written = useRef<{ note: string; seen: string }>(undefined);
  return {
    page,
    isGone: isKnown && !view.isFromCache && !data,
    isPending: isOffline && waiting.length > 0,
    onSubmitCapture(event) {
      if (!client || !isOffline || !(event.target instanceof HTMLFormElement)) return;
      const { submitter } = event.nativeEvent as SubmitEvent;
      const change = changeOf(new FormData(event.target, submitter), page);
      if (!change) return;
      event.preventDefault();
      const { note } = change.fields;
      if (typeof note === 'string') {
        const seen = String(change.seen?.note);
        // The form may not know yet of the note that was written just before.
        if (written.current?.seen === seen) change.seen = { note: written.current.note };
        written.current = { note, seen };
      }
      void client.write([change], { label: loaded.title, href: loaded.path });
    },
  };
}

/** The page with changes of this browser, where the connection was lost before the data client had the message. */
function withChanges(page: MessagePageData, changes: readonly ClientChange[]): MessagePageData {
  if (changes.length === 0) return page;
  const fields: { [name: string]: unknown } = Object.assign({}, ...changes.map((change) => change.fields));
  const assignee = page.team.find(({ id }) => id === page.assigneeId);
  const message = { ...page.message, assignee, ...fields } as ShownMessage;
  return withMessage(page, message);
}

/** What of a message can change. */
type ShownMessage = Pick<InboxMessage, 'unread' | 'folder' | 'note' | 'assignee'>;

function withMessage(page: MessagePageData, message: ShownMessage): MessagePageData {
  const { unread, folder, note, assignee } = message;
  const isNew = assignee && !page.team.some(({ id }) => id === assignee.id);
  return {
    ...page,
    message: { ...page.message, unread, folder, note },
    assigneeId: assignee?.id ?? '',
    team: isNew ? [...page.team, assignee] : page.team,
  };
}

/** The change that a form asks for; `undefined` for one that only the server can make. */
function changeOf(fields: FormData, { documentPath: path, team, message }: MessagePageData): ClientChange | undefined {
  const text = (name: string) => String(fields.get(name) ?? '');
  switch (text('intent')) {
    case 'read':
    case 'unread':
      return { path, fields: { unread: text('intent') === 'unread' } };
    case 'spam':
    case 'inbox':
      return { path, fields: { folder: text('intent') } };
    case 'assign': {
      const person = team.find(({ id }) => id === text('person'));
      return { path, fields: { assignee: person ? { id: person.id, name: person.name } : null } };
    }
    case 'note': {
      const note = text('note').replace(/\r\n?/g, '\n').trim();
      return note === message.note ? undefined : { path, fields: { note }, seen: { note: text('seen') } };
    }
    default:
      return undefined;
  }
}
