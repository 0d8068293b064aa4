import type { InboxMessage } from '#core/inbox/messages-collection.ts';

/** Maximum characters quoted: mail programs take addresses of about 2,000 characters, some of which take three each. */
const MOST_QUOTED = 500;

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
