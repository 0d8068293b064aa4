import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';

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
