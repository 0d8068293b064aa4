import { decodePart } from '../locales/localized-path.ts';

/** The kinds of messages that the product sends. */
export const MAIL_KINDS = [
  'confirm-code',
  'reset-code',
  'email-change-code',
  'existing-account',
  'invitation',
  'password-changed',
  'email-changed',
  'contact-message',
  'review-asked',
  'review-sent-back',
  'review-published',
  'review-scheduled',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** A complete message to one person, in their language. */
export interface Mail {
  /** Identifies the message across retries, so that duplicates can be detected: 1 to 64 letters, digits and hyphens. */
  id: string;
  /** For logs. */
  kind: MailKind;
  /** A bare address: `ana@example.org`. */
  to: string;
  /** The site's name in the reader's language, shown as the sender. */
  senderName: string;
  /** Where replies go; default: nowhere. A bare address. */
  replyTo?: string;
  subject: string;
  text: string;
  /** A complete document. */
  html: string;
  /** BCP 47: `es-MX`. */
  language: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The code it contains, for environments that display mail instead of sending it. */
  code?: string;
}

/**
 * The result of sending. `temporary`: a retry may succeed, possibly after a change of settings. `permanent`: never. `reason` is
 * a short text for the log, without the recipient's address and the message's contents.
 */
export type SendOutcome = { ok: true } | { ok: false; failure: 'temporary' | 'permanent'; reason: string };

/** The port to the mail transport. Every adapter passes `adapters/contracts/mailer.contract.ts`. */
export interface Mailer {
  /**
   * Resolves once another system has accepted responsibility for the message, or with the failure. Stops early if the signal
   * aborts.
   */
  send(mail: Mail, options?: { signal?: AbortSignal }): Promise<SendOutcome>;
}

const ADDRESS = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/;

/**
 * The sender's address: the `from` of the mail server's URL (`smtps://…?from=hola@example.org`), else the URL's user if it is
 * an address, else `no-reply@` and the site's host.
 * @param origin of the site: `https://example.org`.
 */
export function senderAddress(smtpUrl: string | undefined, origin: string): string {
  const url = smtpUrl !== undefined && URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  const user = url && decodePart(url.username);
  const given = [url?.searchParams.get('from'), user].find((text) => typeof text === 'string' && ADDRESS.test(text));
  return given ?? `no-reply@${new URL(origin).hostname.replace(/^www\./, '')}`;
}
