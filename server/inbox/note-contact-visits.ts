import type { IncomingMessage } from 'node:http';
import type { ContactForm } from '#core/inbox/contact-form.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { contactPaths } from '#core/site/contact-path.ts';
import { clientAddress } from '../http/client-address.ts';

/**
 * Records who opens the contact page, for the time trap of its form. The page itself is cached and the same for everybody, so
 * that it cannot contain the time.
 */
export function createContactVisitNoter(options: {
  set: LocaleSet;
  form: Pick<ContactForm, 'noteVisit'>;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
}): (incoming: IncomingMessage) => void {
  const { set, form, trustedProxies } = options;
  const targets = new Set(contactPaths(set).flatMap((path) => [path, `${path}/_payload.json`]));
  return ({ method, url, headers, socket }) => {
    if (method !== 'GET' || url === undefined || !targets.has(url)) return;
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies);
    if (address !== undefined) form.noteVisit(address);
  };
}
