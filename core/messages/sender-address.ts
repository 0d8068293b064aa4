import { decodePart } from '../locales/localized-path.ts';

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
