import type { IncomingMessage } from 'node:http';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { ContactForm } from '#core/inbox/contact-form.ts';
import { createContactForm } from '#core/inbox/contact-form.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { listTeam } from '#core/people/list-team.ts';
import { readConfig } from '#core/settings/read-settings.ts';
import { contactPaths } from '#core/site/contact-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Accounts } from '../accounts/create-accounts.ts';
import { clientAddress } from '../http/client-address.ts';

/** The contact form of the site, which mails the configured addresses or those who may handle the inbox. */
export function createContact(options: {
  config: SiteConfig;
  store: DocumentStore;
  accounts: Pick<Accounts, 'identity' | 'compose' | 'trustedProxies'>;
}) {
  const { config, store, accounts } = options;
  const { identity, compose, trustedProxies } = accounts;
  const form = createContactForm({
    store,
    compose,
    async readTeam() {
      const { inbox, defaultLocale } = await readConfig(store, config);
      const mailTo = inbox?.mailTo?.map((email) => ({ email, language: defaultLocale }));
      return mailTo ?? listTeam(identity, 'inbox.manage');
    },
    steady: () => performance.now(),
  });
  return { form, noteVisit: createContactVisitNoter({ set: config, form, trustedProxies }) };
}

/**
 * Records who opens the contact page, for the time trap of its form. The page itself is cached and the same for everybody, so
 * that it cannot contain the time.
 */
function createContactVisitNoter(options: {
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
