import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';

/** Milliseconds to wait for the server. Source: Meki's own; the library's two to ten minutes would block the queue. */
const CONNECTION_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 20_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * How to reach the mail server of a URL. A password goes out encrypted or not at all, unless the server is this machine
 * or the URL says `?requireTLS=false`; a certificate that does not hold fails, unless it says `?tls.rejectUnauthorized=false`.
 * @throws TypeError for what is not an `smtp:` or `smtps:` URL; it does not repeat the URL, which may hold a password.
 */
export function smtpOptions(smtpUrl: string): SMTPTransportOptions {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new TypeError('The mail server must be given as smtp://user:password@host:port or smtps://…');
  }
  // The sender is no option of the connection.
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
