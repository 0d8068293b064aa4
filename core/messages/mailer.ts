import type { MailKind } from './mail-kind.ts';

/** One message to one person, complete and in their language. */
export interface Mail {
  /** Names the message in every try to send it, so that what arrives twice can be told to be one: 1 to 64 letters, digits and hyphens. */
  id: string;
  /** What it is about, for logs. */
  kind: MailKind;
  /** The address alone: `ana@example.org`. */
  to: string;
  /** What the site is called in the reader's language; shown as the sender. */
  senderName: string;
  subject: string;
  text: string;
  /** A whole document. */
  html: string;
  /** BCP 47: `es-MX`. */
  language: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The code that it carries, for where mail is not sent but shown. */
  code?: string;
}

/**
 * What came of sending.
 * `temporary`: it may go through later, or once the settings are right. `permanent`: this message never will.
 * `reason` is a short sentence for the log, without the reader's address and without what the mail says.
 */
export type SendOutcome = { ok: true } | { ok: false; failure: 'temporary' | 'permanent'; reason: string };

/** The port to whatever carries mail. Every adapter passes `adapters/contracts/mailer.contract.ts`. */
export interface Mailer {
  /** Resolves once somebody else is answerable for the message, or with why not. Ends early when the signal aborts. */
  send(mail: Mail, options?: { signal?: AbortSignal }): Promise<SendOutcome>;
}
