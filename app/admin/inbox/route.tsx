import { useMemo } from 'react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { idOf } from '#core/documents/document-path.ts';
import { countUnread, listMessages, MESSAGE_VIEWS, messageQuery } from '#core/inbox/list-messages.ts';
import { type InboxMessage, messages } from '#core/inbox/messages-collection.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { NewerButton, useCalmRows } from '../../data/live/calm-reload.tsx';
import { useConnectivity, useLive, useLiveReload, useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { Notice } from '../../ui/kit/notice.tsx';
import { TabLinks } from '../../ui/kit/tab-links.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { PageLinks } from '../page-links.tsx';
import { requirePermission } from '../require-permission.ts';
import { SearchField } from '../search-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { inboxAddress, readInboxQuery } from './inbox-query.ts';

/** A row as the server and this browser's own changes have it. */
interface LiveMessageRow extends MessageRow {
  /** Whether it has changes that wait for the connection. */
  isPending: boolean;
}

export const loader = readInbox;

export const meta = accountMeta;

/** The messages of visitors. */
export default function InboxRoute() {
  return <InboxPage inbox={useLoaderData<typeof loader>()} />;
}

/** A list of the inbox, with its search and export. */
function InboxPage({ inbox }: { inbox: InboxData }) {
  const t = useTranslations('admin.inbox');
  const { title, lead, notice, query, views, exports, firstHref, nextHref } = inbox;
  const unread = useLive('inbox')?.unread ?? inbox.unread;
  const calm = useCalmRows(useMessageRows(inbox));
  const messages = calm.rows;
  // Only the server searches.
  useLiveReload('inbox', (live) => query.q !== '' && live.unread !== inbox.unread, query.q !== '');
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 text-ink-soft">{lead}</p>
      {notice && <Notice text={notice} className="mt-4" />}
      <TabLinks
        label={t('views.label')}
        tabs={views.map(({ view, href }) => ({
          key: view,
          href,
          isCurrent: view === query.view,
          children: (
            <>
              {t(`views.${view}`)}
              {view === 'unread' && unread > 0 && <span className="tabular-nums">({unread})</span>}
            </>
          ),
        }))}
        className="mt-5"
      />
      <p role="status" className="sr-only">
        {t('views.unread')}: {unread}
      </p>
      <SearchForm inbox={inbox} />
      <section aria-labelledby="messages" className="relative mt-5" {...calm.handlers}>
        <h2 id="messages" className="sr-only">
          {t('list')}
        </h2>
        {calm.waiting > 0 && <NewerButton onShow={calm.show}>{t('newer', { count: calm.waiting })}</NewerButton>}
        {messages.length === 0 && (
          <p role="status" className="rounded-card border border-line p-8 text-ink-soft">
            {t(`empty.${query.q === '' ? query.view : nextHref ? 'searchMore' : 'search'}`)}
          </p>
        )}
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <Row key={message.id} message={message} />
          ))}
        </ul>
        <PageLinks
          label={t('pages')}
          first={firstHref && { href: firstHref, label: t('newest') }}
          next={nextHref && { href: nextHref, label: t('older') }}
        />
      </section>
      {messages.length > 0 && (
        <p className="mt-6 flex flex-wrap items-center gap-3 text-fine text-ink-soft">
          {t('export')}
          {/* Files, which the router must not fetch. */}
          <a href={exports.csv} download className={buttonStyle('plain')}>
            {t('csv')}
          </a>
          <a href={exports.json} download className={buttonStyle('plain')}>
            {t('json')}
          </a>
        </p>
      )}
    </>
  );
}

function SearchForm({ inbox: { query, path, clearHref } }: { inbox: InboxData }) {
  const t = useTranslations('admin.inbox');
  const form = useFilledForm(query);
  return (
    <Form ref={form} method="get" action={path} role="search" className="mt-3 flex max-w-2xl flex-wrap gap-2">
      {query.view !== 'all' && <input type="hidden" name="view" value={query.view} />}
      <div className="min-w-0 grow basis-48">
        <SearchField
          name="q"
          label={t('search')}
          placeholder={t('search')}
          hidesLabel
          defaultValue={query.q}
          submit={t('find')}
        />
      </div>
      {clearHref && (
        <SiteLink to={clearHref} className={buttonStyle('quiet')}>
          {t('clear')}
        </SiteLink>
      )}
    </Form>
  );
}

function Row({ message }: { message: LiveMessageRow }) {
  const t = useTranslations('admin.inbox');
  const { href, name, email, excerpt, at, when, unread, assignee, hasNote, isPending } = message;
  const marks = [
    assignee && t('assigned', { name: assignee }),
    hasNote && t('noted'),
    isPending && t('pending'),
  ].filter(Boolean);
  return (
    <li className="relative grid gap-x-4 py-3 ps-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      {unread && (
        <span className="absolute start-0 top-5 size-2.5 rounded-full bg-action">
          <span className="sr-only">{t('unread')}</span>
        </span>
      )}
      <h3 className={`min-w-0 break-words ${unread ? 'font-semibold' : ''}`}>
        <SiteLink to={href} className="link-quiet after:absolute after:inset-0">
          <bdi>{name}</bdi>
        </SiteLink>{' '}
        <span className="font-normal text-fine text-ink-soft">{email}</span>
      </h3>
      <time dateTime={at} className="text-fine text-ink-soft tabular-nums sm:pt-0.5">
        {when}
      </time>
      <p dir="auto" className="min-w-0 break-words text-ink-soft sm:col-span-full">
        {excerpt}
      </p>
      {marks.length > 0 && <p className="text-fine text-ink-soft sm:col-span-full">{marks.join(' · ')}</p>}
    </li>
  );
}

/** The rows of the list: those that the page was loaded with, then as they change. */
function useMessageRows({ messages, target }: Pick<InboxData, 'messages' | 'target'>): readonly LiveMessageRow[] {
  const { code } = useLocale();
  const isOffline = useConnectivity() === 'offline';
  const view = useTarget('documents' in target && target.documents.length === 0 ? undefined : target);
  return useMemo(() => {
    // What is in the cache may be older than the page.
    if (!view || (view.isFromCache && !isOffline)) return messages.map((row) => ({ ...row, isPending: false }));
    const loaded = new Map(messages.map((row) => [row.id, row]));
    return documentsOf<InboxMessage>(view).map((document) => {
      const id = idOf(document);
      const row = toMessageRow(id, document.data, code);
      // Browsers may format a time otherwise than the server.
      return {
        ...row,
        when: loaded.get(id)?.when ?? row.when,
        isPending: isOffline && view.pending.has(document.path),
      };
    });
  }, [view, isOffline, messages, code]);
}

/** Messages per page. Source: Meki's own. */
const PAGE_SIZE = 30;

/** Loads a list of the inbox; 403 without the right to handle it. */
async function readInbox(args: LoaderFunctionArgs) {
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

type InboxData = Awaited<ReturnType<typeof readInbox>>;

/** Maximum characters of a message in the list. */
const EXCERPT_LENGTH = 160;

/** A row of the list. */
interface MessageRow {
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
function toMessageRow(id: string, message: InboxMessage, locale: Locale): MessageRow {
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
