import { type ContactDetails, readContactDetails } from '#core/discovery/organization-json-ld.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PageServices } from '../../context/context.ts';
import { findPage } from '../page/find-page.ts';

const CONTACT_PAGE = 'contact';

/** The contact page's details; empty if the page is not published in the language. */
export async function findContactDetails(services: PageServices, locale: Locale): Promise<ContactDetails> {
  const page = await findPage(services, locale, CONTACT_PAGE);
  return page ? readContactDetails(page.publication.fields) : { openingHours: [] };
}
