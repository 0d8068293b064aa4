import { type JsonLdNode, webSiteJsonLd } from '#core/discovery/json-ld.ts';
import { organizationJsonLd } from '#core/discovery/organization-json-ld.ts';
import type { ContactDetails } from '#core/public-content/contact-details.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { drawingOf, type IconData } from '../../context/context.ts';
import { type CardData, cardsData } from '../cards/card-data.ts';
import { findPage } from '../page/find-page.ts';
import { type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';
import { type Question, readQuestions } from '../questions/read-questions.ts';

/** Number of cards of the site's first type, which has more than the others. */
const CARDS_OF_FIRST_TYPE = 6;
const CARDS_OF_OTHER_TYPES = 3;
const QUESTIONS = 5;

export interface TypeSection {
  key: string;
  label: string;
  description: string;
  href: string;
  icon?: IconData;
  cards: CardData[];
}

/** A page linked from the home page. */
export interface PageTeaser {
  title: string;
  summary: string;
  href: string;
}

/** The data of the home page. */
export interface HomeData extends PageData {
  sections: TypeSection[];
  questions: Omit<Question, 'plainAnswer'>[];
  faq?: PageTeaser;
  contact?: PageTeaser & { details: ContactDetails };
}

/** Loads the home page in a language; `undefined` if it is not published. */
export async function readHome(request: PageRequest): Promise<HomeData | undefined> {
  const { services, locale } = request;
  const [home, faq, contact, groups, sections] = await Promise.all([
    findPage(services, locale, 'home'),
    findPage(services, locale, 'faq'),
    findPage(services, locale, 'contact'),
    readQuestions(services, locale),
    readSections(request),
  ]);
  if (!home) return undefined;
  const details = await readSiteContact(services.content, locale, contact?.publication.fields ?? {});
  const teaser = ({ publication }: NonNullable<typeof faq>): PageTeaser => ({
    title: publication.title,
    summary: publication.summary,
    href: itemPath(services.config, locale, publication),
  });
  return {
    ...(await pageData(request, home, homeJsonLd(request, details))),
    sections,
    questions: groups
      .flatMap(({ questions }) => questions)
      .slice(0, QUESTIONS)
      .map(({ plainAnswer: _, ...question }) => question),
    ...(faq ? { faq: teaser(faq) } : {}),
    ...(contact ? { contact: { ...teaser(contact), details } } : {}),
  };
}

async function readSections({ services, locale }: PageRequest): Promise<TypeSection[]> {
  const { config, content, icon } = services;
  const types = config.contentTypes.filter(({ appearsAs }) => appearsAs === 'collection');
  const chosen = await content.icons();
  const sections = await Promise.all(
    types.map(async (type, index): Promise<TypeSection> => {
      const pageSize = index === 0 ? CARDS_OF_FIRST_TYPE : CARDS_OF_OTHER_TYPES;
      const { cards } = await content.list(locale, type.key, { page: 1, pageSize });
      const typeIcon = chosen.types[type.key] ?? icon(type.icon);
      return {
        key: type.key,
        label: type.labels.plural[locale] ?? type.key,
        description: type.descriptions?.[locale] ?? '',
        href: listingPath(config, locale, type.key),
        ...(typeIcon ? { icon: drawingOf(typeIcon) } : {}),
        cards: await cardsData(services, locale, cards),
      };
    }),
  );
  return sections.filter(({ cards }) => cards.length > 0);
}

function homeJsonLd({ services, locale }: PageRequest, contact: ContactDetails): JsonLdNode[] {
  const context = { config: services.config, origin: services.origin, locale };
  return [organizationJsonLd({ ...context, contact }), webSiteJsonLd(context)];
}
