import type { DocumentStore } from '#core/documents/document-store.ts';
import { createContactForm } from '#core/inbox/contact-form.ts';
import { listTeam } from '#core/people/list-team.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Accounts } from '../accounts/create-accounts.ts';
import { createContactVisitNoter } from './note-contact-visits.ts';

/** The contact form of the site, which mails the configured addresses or those who may handle the inbox. */
export function createContact(options: {
  config: SiteConfig;
  store: DocumentStore;
  accounts: Pick<Accounts, 'identity' | 'compose' | 'trustedProxies'>;
}) {
  const { config, store, accounts } = options;
  const { identity, compose, trustedProxies } = accounts;
  const mailTo = config.inbox?.mailTo?.map((email) => ({ email, language: config.defaultLocale }));
  const form = createContactForm({
    store,
    compose,
    readTeam: async () => mailTo ?? listTeam(identity, 'inbox.manage'),
    steady: () => performance.now(),
  });
  return { form, noteVisit: createContactVisitNoter({ set: config, form, trustedProxies }) };
}
