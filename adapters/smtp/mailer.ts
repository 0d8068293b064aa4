import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { mailMessage } from '#core/messages/mail-message.ts';
import type { Mailer, SendOutcome } from '#core/messages/mailer.ts';

/**
 * Classifies a failed delivery as temporary or permanent. Permanent is only what the server says about the recipient or the
 * message. A refused login or sender is a configuration error, which can be fixed while the mail waits.
 */
function classifyFailure(error: unknown): SendOutcome & { ok: false } {
  const { code = 'unknown', command, responseCode, permanent } = error as NodemailerError;
  const aboutMessage = command === 'RCPT TO' || command === 'DATA';
  const notAnAddress = code === 'EENVELOPE' && command === 'API';
  const forGood = notAnAddress || (aboutMessage && permanent === true && responseCode !== 530);
  return {
    ok: false,
    failure: forGood ? 'permanent' : 'temporary',
    reason: failureSentence(code, command, responseCode),
  };
}

/** Not the server's own words, which repeat addresses. */
function failureSentence(code: string, command: string | undefined, responseCode: number | undefined): string {
  const what = SENTENCES[code] ?? 'the mail server could not take it';
  const facts = [code, command, responseCode].filter((fact) => fact !== undefined);
  return `${what} (${facts.join(', ')})`;
}

const SENTENCES: { [code: string]: string } = {
  EAUTH: 'the mail server refuses the user or the password in MEKI_SMTP_URL',
  ENOAUTH: 'the mail server asks for a user and a password in MEKI_SMTP_URL',
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: 'the name of the mail server cannot be found',
  ETIMEDOUT: 'the mail server does not answer',
  ETLS: 'no encrypted connection to the mail server could be made',
  EABORT: 'sending was broken off',
  EENVELOPE: 'the mail server refuses the sender or the reader',
  EMESSAGE: 'the mail server refuses the message',
};

/** Timeout in milliseconds. Source: Meki's own; the library's two to ten minutes would block the queue. */
const CONNECTION_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 20_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Parses the URL of a mail server. A password is only sent over TLS, unless the server is local or the URL has
 * `?requireTLS=false`; an invalid certificate fails, unless it has `?tls.rejectUnauthorized=false`.
 * @throws TypeError for anything but an `smtp:` or `smtps:` URL; the message omits the URL, which may contain a password.
 */
export function smtpOptions(smtpUrl: string): SMTPTransportOptions {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new TypeError('The mail server must be given as smtp://user:password@host:port or smtps://…');
  }
  // `from` is not a connection option.
  url.searchParams.delete('from');
  return {
    url: url.href,
    requireTLS: mustEncrypt(url),
    connectionTimeout: CONNECTION_TIMEOUT,
    dnsTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
    socketCloseTimeout: 1000,
  };
}

function mustEncrypt(url: URL): boolean {
  const asked = url.searchParams.get('requireTLS');
  if (asked !== null) return asked !== 'false';
  return url.protocol === 'smtp:' && url.username !== '' && !LOOPBACK.test(url.hostname);
}

export interface SmtpMailerOptions {
  /** `smtp://` (with STARTTLS if available) or `smtps://`, with user and password if required. */
  url: string;
  /** The sender's address. */
  from: string;
}

/** Sends mail by SMTP. The library is loaded with the first mail. @throws TypeError for an invalid URL. */
export function createSmtpMailer({ url, from }: SmtpMailerOptions): Mailer {
  const options = smtpOptions(url);
  let transport: ReturnType<typeof createTransport> | undefined;

  async function createTransport() {
    const { createTransport: create } = await import('nodemailer');
    return create(options);
  }

  return {
    async send(mail, { signal } = {}) {
      transport ??= createTransport();
      const transporter = await transport;
      try {
        await transporter.sendMail({
          ...mailMessage(mail, from),
          textEncoding: 'quoted-printable',
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          ...(signal && { signal }),
        });
        return { ok: true };
      } catch (error) {
        return classifyFailure(error);
      }
    },
  };
}
