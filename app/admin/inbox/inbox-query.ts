import { MESSAGE_VIEWS, type MessageView } from '#core/inbox/list-messages.ts';

/** The list of the inbox, as in the page's address. */
export interface InboxQuery {
  view: MessageView;
  /** The words searched for; empty for none. */
  q: string;
}

/** Longer searches are truncated. */
const MAX_SEARCH_LENGTH = 200;

/** Parses the page's address. An unknown view counts as all messages. */
export function readInboxQuery(params: URLSearchParams): InboxQuery {
  return {
    view: MESSAGE_VIEWS.find((view) => view === params.get('view')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
  };
}

/** The address of a list; defaults are left out. */
export function inboxAddress(path: string, { view, q }: InboxQuery, further: { [name: string]: string } = {}): string {
  const given = { ...(view !== 'all' && { view }), ...(q !== '' && { q }), ...further };
  return Object.keys(given).length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
