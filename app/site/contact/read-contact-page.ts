import type { ContactNow } from '#core/public-content/open-state.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { findPage } from '../page/find-page.ts';
import { type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';
import { type ContactFormData, type ContactSent, contactFormData, contactSent } from './contact-form-data.ts';

export interface ContactPage extends PageData {
  contact: ContactNow;
  form?: ContactFormData;
  /** Shown instead of the form once a message was sent. */
  sent?: ContactSent;
}

/** Loads the contact page in a language; `undefined` if it is not published. */
export async function readContactPage(request: PageRequest): Promise<ContactPage | undefined> {
  const found = await findPage(request.services, request.locale, 'contact');
  if (!found) return undefined;
  const { services, locale } = request;
  const contact = await readSiteContact(services.content, locale, found.publication.fields);
  const page = { ...(await pageData(request, found)), contact };
  if (request.query.get('sent') !== '1') return { ...page, form: await contactFormData(request) };
  return { ...page, head: { ...page.head, noindex: true, alternates: [] }, sent: contactSent(request) };
}
