import type { LoaderFunctionArgs } from 'react-router';
import { countUnread, listMessages, MESSAGE_VIEWS, messageQuery } from '#core/inbox/list-messages.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { inboxAddress, readInboxQuery } from './inbox-query.ts';
import { toMessageRow } from './message-row.ts';

/** Messages per page. Source: Meki's own. */
const PAGE_SIZE = 30;

/** Loads a list of the inbox; 403 without the right to handle it. */
export async function readInbox(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'inbox.manage');
  const { store, pathTo, locale, url } = request;
  const { content } = args.context.get(pageServices);
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
  const isFirst = q === '' && after === undefined;
  const path = pathTo('/admin/inbox');
  const notice = (['deleted', 'unread'] as const).find((name) => name === url.searchParams.get('notice'));
  const exportPath = pathTo('/admin/inbox/export');
  return {
    pageMessages: readPageMessages(locale, 'inbox'),
    title: t('pages.inbox'),
    lead: t('inbox.lead', { days: Number(await content.setting('inbox-days')) }),
    ...(notice && { notice: t(`inbox.notices.${notice}`) }),
    query,
    path,
    unread,
    views: MESSAGE_VIEWS.map((name) => ({ view: name, href: inboxAddress(path, { view: name, q }) })),
    messages: page.messages.map((message) => toMessageRow(message.id, message, locale)),
    /** What the browser listens to: the list, or the messages of a search or of a later page. */
    target: isFirst
      ? { query: messageQuery(view, actor, PAGE_SIZE) }
      : { documents: page.messages.map(({ id }) => messages.at(id).path) },
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
