import type { InboxMessage } from '#core/inbox/messages-collection.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { formatMoment } from '../../ui/kit/format-moment.ts';

/** Maximum characters of a message in the list. */
const EXCERPT_LENGTH = 160;

/** A row of the list. */
export interface MessageRow {
  id: string;
  href: string;
  name: string;
  email: string;
  excerpt: string;
  /** ISO 8601, and formatted. */
  at: string;
  when: string;
  unread: boolean;
  /** Name of the person who takes care of it. */
  assignee?: string;
  hasNote: boolean;
}

/** The row of a message, for the server and for the browser. */
export function toMessageRow(id: string, message: InboxMessage, locale: Locale): MessageRow {
  const { name, email, text, at, unread, assignee, note } = message;
  return {
    id,
    href: localizePath(localeSet, locale, `/admin/inbox/${id}`),
    name,
    email,
    excerpt: text.slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' ') + (text.length > EXCERPT_LENGTH ? '…' : ''),
    at: new Date(at).toISOString(),
    when: formatMoment(locale, at),
    unread,
    ...(assignee && { assignee: assignee.name }),
    hasNote: note !== '',
  };
}
