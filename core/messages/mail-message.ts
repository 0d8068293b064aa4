import type { Mail } from './mailer.ts';

/** A message as it is written to a reader, whatever carries it. */
export interface MailMessage {
  from: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  date: Date;
  messageId: string;
  headers: { [name: string]: string };
}

/** @param from the address that mail comes from */
export function mailMessage(mail: Mail, from: string): MailMessage {
  return {
    from: { name: mail.senderName, address: from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.createdAt),
    messageId: messageId(mail, from),
    headers: mailHeaders(mail),
  };
}

/**
 * The header fields that every message has beyond sender, reader, subject and date. The first two keep absence notices
 * from answering: RFC 3834, and what Exchange heeds instead.
 */
function mailHeaders(mail: Pick<Mail, 'language'>): { [name: string]: string } {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
  };
}

/** The `Message-ID` of a message, the same in every try. The sender's domain makes it one of a kind. */
function messageId(mail: Pick<Mail, 'id'>, senderAddress: string): string {
  return `<${mail.id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`;
}
