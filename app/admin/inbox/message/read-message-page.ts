import { data, type LoaderFunctionArgs } from 'react-router';
import { readMessage } from '#core/inbox/list-messages.ts';
import { type InboxMessage, messages } from '#core/inbox/messages-collection.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { languageName } from '../../../i18n/language-name.ts';
import { formatMoment } from '../../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../../layout/read-admin-messages.ts';
import { requirePermission } from '../../require-permission.ts';
import { MESSAGE_NOTICES } from './message-answer.ts';

/** Maximum characters quoted: mail programs take addresses of about 2,000 characters, some of which take three each. */
const MOST_QUOTED = 500;

/** Loads a message; 403 without the right to handle the inbox, 404 for one that was deleted. */
export async function readMessagePage(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'inbox.manage');
  const { store, pathTo, locale, url } = request;
  const message = await readMessage(store, actor, args.params.id ?? '');
  if (!message) throw data(null, { status: 404, statusText: 'Not Found' });
  const { config } = args.context.get(pageServices);
  const t = createAdminTranslator(locale);
  const { id, name, email, text, at, unread, folder, assignee, note, language } = message;
  const known = localeSet.locales.find(({ code }) => code === language);
  const theirs = createAdminTranslator(known?.code ?? locale);
  const notice = MESSAGE_NOTICES.find((one) => one === url.searchParams.get('notice'));
  const team = (await request.readInboxTeam()).map((person) => ({ id: person.id, name: person.name }));
  return {
    pageMessages: readPageMessages(locale, 'inbox'),
    title: t('inbox.message.title', { name }),
    breadcrumbs: [{ label: t('pages.inbox'), href: pathTo('/admin/inbox') }],
    ...(notice && { notice: t(`inbox.notices.${notice}`) }),
    /** Whether the page asks to confirm the deletion, without script. */
    asks: url.searchParams.has('ask'),
    path: pathTo(`/admin/inbox/${id}`),
    /** What the browser listens to. */
    documentPath: messages.at(id).path,
    message: { name, email, text, unread, folder, note },
    at: new Date(at).toISOString(),
    when: formatMoment(locale, at),
    writtenIn: known ? languageName(localeDefinition(localeSet, locale).language, known.language) : language,
    replyHref: replyHref(message, {
      subject: theirs('inbox.message.replySubject', { site: config.name[known?.code ?? locale] ?? '' }),
      introduction: theirs('inbox.message.replyQuote', { when: formatMoment(known?.code ?? locale, at), name }),
    }),
    assigneeId: assignee?.id ?? '',
    team: assignee && !team.some((person) => person.id === assignee.id) ? [...team, assignee] : team,
  };
}

export type MessagePageData = Awaited<ReturnType<typeof readMessagePage>>;

/** The address that opens the person's own mail program with a reply that quotes the message. */
export function replyHref(
  { email, text }: Pick<InboxMessage, 'email' | 'text'>,
  { subject, introduction }: { subject: string; introduction: string },
): string {
  const shown = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
  const body = `\n\n${introduction}\n${shown.replace(/^/gm, '> ')}\n`.replaceAll('\n', '\r\n');
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
