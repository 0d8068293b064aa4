import { type ContactDetails, readContactDetails } from '#core/discovery/organization-json-ld.ts';
import { findPage } from '../page/find-page.ts';
import { type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';

export interface ContactPage extends PageData {
  contact: ContactDetails;
}

/** Loads the contact page in a language; `undefined` if it is not published. */
export async function readContactPage(request: PageRequest): Promise<ContactPage | undefined> {
  const found = await findPage(request.services, request.locale, 'contact');
  if (!found) return undefined;
  return { ...(await pageData(request, found)), contact: readContactDetails(found.publication.fields) };
}
