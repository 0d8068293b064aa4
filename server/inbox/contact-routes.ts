import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { type ContactForm, createContactForm } from '#core/inbox/contact-form.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { listTeam } from '#core/people/list-team.ts';
import { readConfig } from '#core/settings/settings.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { contactPaths, isContactPath } from '#core/site/site-paths.ts';
import type { ContactServices } from '../../app/context/context.ts';
import type { Accounts } from '../accounts/create-accounts.ts';
import { createFormReceiver } from '../forms/receive-form.ts';
import { clientAddress, readClient } from '../http/client-address.ts';
import type { RequestVariables } from '../middleware/access-log.ts';
import type { PageAnswerer } from '../pages/answer-page.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';

export interface ContactRoutesOptions {
  set: LocaleSet;
  origin: string;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
  form: ContactForm;
  /** Renders the contact page as the answer to a form. */
  render: (request: Request, contact: ContactServices) => Promise<RenderedPage>;
  answer: PageAnswerer;
}

/** Takes the form of the contact page; its other requests are those of any public page. The app reads the form's fields only. */
export function createContactRoutes(options: ContactRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, origin, trustedProxies, form, render, answer } = options;
  const app = new Hono<{ Variables: RequestVariables }>();
  app.post('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!isContactPath(set, pathname)) return next();
    const { address } = readClient(context, trustedProxies);
    const receiver = createFormReceiver(context.req.raw);
    const url = new URL(pathname, origin);
    const request = new Request(url, { method: 'POST', headers: { Origin: url.origin, Host: url.host } });
    const contact: ContactServices = {
      receiveForm: receiver.receive,
      send: (message) => form.send(message, address),
    };
    let response = await render(request, contact).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    const refusal = receiver.refusal();
    if (refusal && response.status === refusal.status) {
      response = context.json({ statusCode: refusal.status, message: refusal.message }, refusal.status);
    }
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
  return app;
}

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
