import { type JsonLdNode, organizationJsonLd, webSiteJsonLd } from '#core/discovery/json-ld.ts';
import type { ContactNow } from '#core/public-content/open-state.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { hasSections } from '#core/site/section-blocks.ts';
import { findPage, type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';
import { presentSections } from '../sections/present-sections.ts';

/** The data of the home page. */
export type HomeData = PageData;

/** Loads the home page in a language; `undefined` if it is not published. A text without sections has those of every site around it. */
export async function readHome(request: PageRequest): Promise<HomeData | undefined> {
  const { services, locale } = request;
  const [home, contact] = await Promise.all([
    findPage(services, locale, 'home'),
    findPage(services, locale, 'contact'),
  ]);
  if (!home) return undefined;
  const details = await readSiteContact(services.content, locale, contact?.publication.fields ?? {});
  const jsonLd = homeJsonLd(request, details);
  const { body } = home.publication;
  if (hasSections(services.config, body)) return pageData(request, home, jsonLd);
  const { before, after } = await presentSections(request, { fixedPage: findPage });
  const content = [...before, ...body.content, ...after];
  return pageData(request, { ...home, publication: { ...home.publication, body: { ...body, content } } }, jsonLd);
}

function homeJsonLd({ services, locale }: PageRequest, contact: ContactNow): JsonLdNode[] {
  const context = { config: services.config, origin: services.origin, locale };
  return [organizationJsonLd({ ...context, contact }), webSiteJsonLd(context)];
}
