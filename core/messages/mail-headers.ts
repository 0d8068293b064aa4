import type { Mail } from './mailer.ts';

/**
 * The header fields that every message has beyond sender, reader, subject and date. The first two keep absence notices
 * from answering: RFC 3834, and what Exchange heeds instead.
 */
export function mailHeaders(mail: Pick<Mail, 'language'>): { [name: string]: string } {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
  };
}

/** The `Message-ID` of a message, the same in every try. The sender's domain makes it one of a kind. */
export function messageId(mail: Pick<Mail, 'id'>, senderAddress: string): string {
  return `<${mail.id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`;
}
