import type { Mail } from './mailer.ts';

/** A message, independent of its transport. */
export interface MailMessage {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  date: Date;
  messageId: string;
  headers: { [name: string]: string };
}

/** @param from the sender's address */
export function mailMessage(mail: Mail, from: string): MailMessage {
  return {
    from: { name: mail.senderName, address: from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.createdAt),
    messageId: messageId(mail, from),
    headers: mailHeaders(mail),
  };
}

/**
 * Header fields other than sender, recipient, subject and date. The first two prevent automatic replies: RFC 3834, and the one
 * that Exchange uses instead.
 */
function mailHeaders(mail: Pick<Mail, 'language'>): { [name: string]: string } {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
  };
}

/** The `Message-ID`, the same for every retry. The sender's domain makes it globally unique. */
function messageId(mail: Pick<Mail, 'id'>, senderAddress: string): string {
  return `<${mail.id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`;
}
