import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentStore, Filter, Query, Scalar } from '../documents/document-store.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import { type InboxMessage, messages } from './messages-collection.ts';

/** The lists of the inbox. `mine`: assigned to the actor; only `spam` shows spam. */
export const MESSAGE_VIEWS = ['all', 'unread', 'mine', 'spam'] as const;

export type MessageView = (typeof MESSAGE_VIEWS)[number];

/** A message with its id and the version of its document. */
export type ListedMessage = InboxMessage & { id: string; version: number };

export interface MessageSearch {
  view: MessageView;
  /** Only messages that contain all of these words in the name, email, text or note; case and accents do not matter. */
  words?: string;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  after?: string;
  limit: number;
}

export interface MessagePage {
  /** Newest first. */
  messages: ListedMessage[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** Messages per read of a search, and the maximum number of reads for one page. Source: Meki's own. */
const BATCH = 200;
const MOST_BATCHES = 25;

/** Lists messages. A search may give fewer than `limit` although more follow. @throws {Forbidden} */
export async function listMessages(store: DocumentStore, actor: Actor, search: MessageSearch): Promise<MessagePage> {
  requireMay(actor, 'inbox.manage');
  const { limit } = search;
  const words = wordsOf(search.words ?? '');
  const found: ListedMessage[] = [];
  let startAfter = parseCursor(search.after);
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const size = words.length > 0 ? BATCH : limit + 1;
    const documents = await queryDocuments(store, messages, {
      ...messageQuery(search.view, actor, size),
      ...(startAfter && { startAfter }),
    });
    for (const document of documents) {
      const message = listed(document);
      if (hasWords(message, words)) found.push(message);
      if (found.length > limit) return { messages: found.slice(0, limit), next: cursorOf(found[limit - 1]) };
    }
    const last = documents.at(-1);
    if (!last || documents.length < size) return { messages: found };
    startAfter = [last.data.at, idOf(last)];
  }
  return { messages: found, ...(startAfter && { next: startAfter.join('.') }) };
}

/** The query of a list, newest first. */
export function messageQuery(view: MessageView, actor: Actor, limit: number): Query & { limit: number } {
  return {
    collection: messages.name,
    where: filtersOf(view, actor),
    orderBy: [{ field: 'at', direction: 'desc' }],
    limit,
  };
}

/** A message; `undefined` if there is none. @throws {Forbidden} */
export async function readMessage(store: DocumentStore, actor: Actor, id: string): Promise<ListedMessage | undefined> {
  requireMay(actor, 'inbox.manage');
  const document = isMessageId(id) ? await getDocument(store, messages.at(id)) : undefined;
  return document && listed(document);
}

/** The number of unread messages, without spam. @throws {Forbidden} */
export async function countUnread(store: DocumentStore, actor: Actor): Promise<number> {
  requireMay(actor, 'inbox.manage');
  const [count] = await store.runAggregation({ collection: messages.name, where: filtersOf('unread', actor) }, [
    { kind: 'count' },
  ]);
  return count ?? 0;
}

/** Whether a text can be the id of a message. */
export function isMessageId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

/** Whether a text is a cursor of `listMessages`. */
export function isMessageCursor(cursor: string): boolean {
  return parseCursor(cursor) !== undefined;
}

function listed(document: Document<InboxMessage>): ListedMessage {
  return { id: idOf(document), version: document.version, ...document.data };
}

function filtersOf(view: MessageView, actor: Actor): Filter[] {
  const filters: Filter[] = [{ field: 'folder', op: '==', value: view === 'spam' ? 'spam' : 'inbox' }];
  if (view === 'unread') filters.push({ field: 'unread', op: '==', value: true });
  if (view === 'mine') filters.push({ field: 'assignee.id', op: '==', value: 'id' in actor ? actor.id : '' });
  return filters;
}

function wordsOf(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

function hasWords({ name, email, text, note }: InboxMessage, words: string[]): boolean {
  if (words.length === 0) return true;
  const folded = fold([name, email, text, note].join('\n'));
  return words.every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function cursorOf(message: ListedMessage | undefined): string {
  return message ? `${message.at}.${message.id}` : '';
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
