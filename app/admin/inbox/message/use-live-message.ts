import { type FormEvent, useRef } from 'react';
import type { InboxMessage } from '#core/inbox/messages-collection.ts';
import type { ClientChange } from '#core/live/live-protocol.ts';
import { useBatches, useConnectivity, useDataClient, useTarget } from '../../../data/live/live-context.tsx';
import { documentsOf } from '../../../data/target-view.ts';
import type { MessagePageData } from './read-message-page.ts';

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
export function useLiveMessage(loaded: MessagePageData): LiveMessage {
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
