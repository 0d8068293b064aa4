import type { LoaderFunctionArgs } from 'react-router';
import { countUnread, type ListedMessage, listMessages, MESSAGE_VIEWS } from '#core/inbox/list-messages.ts';
import { MESSAGE_RETENTION_DAYS } from '#core/inbox/prune-messages.ts';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { readPageMessages } from '../../layouts/read-admin-messages.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createAdminTranslator } from '../admin-translator.ts';
import { requirePermission } from '../require-permission.ts';
import { inboxAddress, readInboxQuery } from './inbox-query.ts';

/** Messages per page. Source: Meki's own. */
const PAGE_SIZE = 30;

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

/** Loads a list of the inbox; 403 without the right to handle it. */
export async function readInbox(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'inbox.manage');
  const { store, pathTo, locale, url } = request;
  const { config } = args.context.get(pageServices);
  const t = createAdminTranslator(locale);
  const query = readInboxQuery(url.searchParams);
  const after = url.searchParams.get('after') ?? undefined;
  const { view, q } = query;
  const [page, unread] = await Promise.all([
    listMessages(store, actor, {
      view,
      limit: PAGE_SIZE,
      ...(q !== '' && { words: q }),
      ...(after !== undefined && { after }),
    }),
    countUnread(store, actor),
  ]);
  const path = pathTo('/admin/inbox');
  const notice = (['deleted', 'unread'] as const).find((name) => name === url.searchParams.get('notice'));
  const exportPath = pathTo('/admin/inbox/export');
  return {
    pageMessages: readPageMessages(locale, 'inbox'),
    title: t('pages.inbox'),
    lead: t('inbox.lead', { days: config.inbox?.retentionDays ?? MESSAGE_RETENTION_DAYS }),
    ...(notice && { notice: t(`inbox.notices.${notice}`) }),
    query,
    path,
    unread,
    views: MESSAGE_VIEWS.map((name) => ({ view: name, href: inboxAddress(path, { view: name, q }) })),
    messages: page.messages.map((message) => toRow(message, request)),
    ...(q !== '' && { clearHref: inboxAddress(path, { view, q: '' }) }),
    exports: {
      csv: inboxAddress(exportPath, query, { format: 'csv' }),
      json: inboxAddress(exportPath, query, { format: 'json' }),
    },
    ...(after !== undefined && { firstHref: inboxAddress(path, query) }),
    ...(page.next !== undefined && { nextHref: inboxAddress(path, query, { after: page.next }) }),
  };
}

export type InboxData = Awaited<ReturnType<typeof readInbox>>;

function toRow(message: ListedMessage, { locale, pathTo }: AccountRequest): MessageRow {
  const { id, name, email, text, at, unread, assignee, note } = message;
  return {
    id,
    href: pathTo(`/admin/inbox/${id}`),
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
