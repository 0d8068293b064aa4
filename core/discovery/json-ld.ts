import type { FieldValues } from '../content/item.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { readTimeOfDay, type SpanMembers, spanMembers } from '../content-types/time-spans.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { type Locale, localeDefinition } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import type { ContactDetails } from '../public-content/open-state.ts';
import type { PublishedSite } from '../public-content/published-site.ts';
import { readFieldLink } from '../rich-text/link-target.ts';
import { isRichText, plainText } from '../rich-text/rich-text.ts';
import { itemPath } from '../site/content-paths.ts';
import { absoluteUrl } from './sitemap.ts';

/** A schema.org value; `undefined` members are left out when serialized. */
export type JsonLdValue = string | number | boolean | undefined | JsonLdValue[] | { [property: string]: JsonLdValue };

/** A schema.org node. */
export type JsonLdNode = { '@type': string; [property: string]: JsonLdValue };

/** The site, one of its languages, and its public origin without a trailing slash. */
export interface JsonLdContext {
  config: PublishedSite;
  origin: string;
  locale: Locale;
}

export const organizationId = (origin: string) => `${origin}/#organization`;
const webSiteId = ({ origin, locale }: JsonLdContext) => `${origin}/#website-${locale}`;
const languageOf = ({ config, locale }: JsonLdContext) => localeDefinition(config, locale).language;

/** The site in one language, with its search address. */
export function webSiteJsonLd(context: JsonLdContext): JsonLdNode {
  const { config, origin, locale } = context;
  const search = absoluteUrl(origin, localizePath(config, locale, '/search'));
  return {
    '@type': 'WebSite',
    '@id': webSiteId(context),
    url: absoluteUrl(origin, localizePath(config, locale, '/')),
    name: config.name[locale],
    description: config.description[locale],
    inLanguage: languageOf(context),
    publisher: { '@id': organizationId(origin) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${search}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The breadcrumb from the home page to this page, both included. Paths are canonical. */
export function breadcrumbJsonLd(origin: string, crumbs: { name: string; path: string }[]): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(origin, path),
    })),
  };
}

export interface ItemJsonLdInput extends JsonLdContext {
  type: ContentType;
  publication: Publication;
  /** Absolute URL of the preview picture. */
  image?: string;
  /** The labels of its tags. */
  keywords?: string[];
  /** Properties of the type's node, from fields. */
  properties?: { [property: string]: JsonLdValue };
}

/**
 * The page of an item. A written work (`Article`, `NewsArticle`, …) is the node itself; any other type, such as `MedicalTest`,
 * is the subject of a `WebPage`. `locale` is the language of the address.
 */
export function itemJsonLd({
  type,
  publication,
  image,
  properties,
  keywords = [],
  ...context
}: ItemJsonLdInput): JsonLdNode {
  const { config, origin, locale } = context;
  const url = absoluteUrl(origin, itemPath(config, locale, publication));
  const schemaType = type.schemaType ?? 'WebPage';
  const description = publication.seo.description ?? (publication.summary || undefined);
  const work = {
    url,
    description,
    image,
    inLanguage: localeDefinition(config, publication.language).language,
    datePublished: new Date(publication.firstPublishedAt).toISOString(),
    dateModified: new Date(publication.publishedAt).toISOString(),
    author: publication.author ? { '@type': 'Person', name: publication.author } : { '@id': organizationId(origin) },
    publisher: { '@id': organizationId(origin) },
    isPartOf: { '@id': webSiteId(context) },
  };
  if (/(Article|Posting|Report)$/.test(schemaType)) {
    return {
      '@type': schemaType,
      headline: publication.title,
      mainEntityOfPage: url,
      keywords: keywords.join(', ') || undefined,
      ...work,
      ...properties,
    };
  }
  const page = { '@type': 'WebPage', name: publication.title, ...work };
  if (schemaType === 'WebPage') return { ...page, ...properties };
  return {
    ...page,
    mainEntity: { '@type': schemaType, name: publication.title, description, image, url, ...properties },
  };
}

/** Questions and their answers as plain text. */
export function faqJsonLd(context: JsonLdContext, questions: { question: string; answer: string }[]): JsonLdNode {
  return {
    '@type': 'FAQPage',
    inLanguage: languageOf(context),
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

interface CollectionJsonLdInput extends JsonLdContext {
  /** The canonical path of this listing page. */
  path: string;
  name: string;
  description?: string;
  cards: PublicationCard[];
  /** Number of items before the first of these; 0 on the first page. */
  offset?: number;
}

/** A page of a listing. */
export function collectionJsonLd(input: CollectionJsonLdInput): JsonLdNode {
  const { config, origin, locale, path, name, description, cards, offset = 0 } = input;
  return {
    '@type': 'CollectionPage',
    url: absoluteUrl(origin, path),
    name,
    description,
    inLanguage: languageOf(input),
    isPartOf: { '@id': webSiteId(input) },
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: cards.map((card, index) => ({
        '@type': 'ListItem',
        position: offset + index + 1,
        name: card.title,
        url: absoluteUrl(origin, itemPath(config, locale, card)),
      })),
    },
  };
}

interface OrganizationJsonLdInput extends JsonLdContext {
  contact?: ContactDetails;
}

/** Who stands behind the site, in short: on every page, because other nodes refer to it by its `@id`. */
export function shortOrganizationJsonLd({ config, origin, locale }: JsonLdContext): JsonLdNode {
  return {
    '@type': config.organization.schemaType,
    '@id': organizationId(origin),
    name: config.name[locale],
    alternateName: config.shortName,
    url: absoluteUrl(origin, localizePath(config, locale, '/')),
    logo: origin + (config.logo ? `/media/${config.logo.id}/original` : '/apple-touch-icon.png'),
  };
}

/** The same with all that is known about it. */
export function organizationJsonLd({ contact, ...context }: OrganizationJsonLdInput): JsonLdNode {
  const { config, locale } = context;
  const { foundingYear, legalName } = config.organization;
  return {
    ...shortOrganizationJsonLd(context),
    description: config.description[locale],
    legalName,
    foundingDate: foundingYear === undefined ? undefined : String(foundingYear),
    telephone: contact?.phone,
    email: contact?.email,
    address: contact?.address?.split(/\s*\n\s*/).join(', '),
    hasMap: contact?.mapUrl,
    sameAs: contact?.profiles?.map(({ url }) => url),
    openingHoursSpecification: contact?.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map(schemaWeekday),
      opens,
      closes,
    })),
    // Closed all day is, in the vocabulary, open from midnight to midnight.
    specialOpeningHoursSpecification: contact?.exceptionalDays?.map(
      ({ from, to, opens = '00:00', closes = '00:00' }) => ({
        '@type': 'OpeningHoursSpecification',
        validFrom: from,
        validThrough: to,
        opens,
        closes,
      }),
    ),
  };
}

/** What fields name, as nodes; `undefined` for what is not public. */
export interface NamedNodes {
  item(id: string): JsonLdNode | undefined;
  /** The absolute URL of a picture. */
  picture(id: string): string | undefined;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A day of the week in schema.org. @param day 1 for Monday to 7 for Sunday; `undefined` for others */
function schemaWeekday(day: number): string | undefined {
  const name = WEEKDAYS[day - 1];
  return name && `https://schema.org/${name}`;
}

/** Units of time as designators of ISO 8601 durations. */
const DURATIONS: { [unit: string]: [before: string, after: string] } = {
  second: ['PT', 'S'],
  minute: ['PT', 'M'],
  hour: ['PT', 'H'],
  day: ['P', 'D'],
  week: ['P', 'W'],
  month: ['P', 'M'],
  year: ['P', 'Y'],
};

/** The properties of an item in structured data, from those of some fields that declare one. */
export function fieldProperties(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  language: Locale,
  named: NamedNodes,
): { [property: string]: JsonLdValue } {
  const entries = fields.flatMap((field): [string, JsonLdValue][] => {
    const value = values[field.key];
    if (field.schemaProperty === undefined || value === undefined || value === null || value === '') return [];
    return [[field.schemaProperty, propertyValue(field, value, language, named)]];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function propertyValue(field: FieldDefinition, value: JsonValue, language: Locale, named: NamedNodes): JsonLdValue {
  switch (field.kind) {
    case 'text':
    case 'date':
    case 'moment':
    case 'time':
      return String(value);
    case 'boolean':
      return Boolean(value);
    case 'number': {
      const [before, after] = DURATIONS[field.unit ?? ''] ?? [];
      return before === undefined ? Number(value) : `${before}${Number(value)}${after}`;
    }
    case 'weekday':
      return schemaWeekday(Number(value));
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[language];
    case 'rich-text':
      return isRichText(value) ? plainText(value) : undefined;
    case 'media':
      return named.picture(String(value));
    case 'relation':
      return named.item(String(value));
    case 'link': {
      const link = readFieldLink(value);
      if (link?.to === 'outside') return link.href;
      return link?.to === 'item' ? named.item(link.key) : undefined;
    }
    case 'list':
      return listValue(field.of, value, language, named);
  }
}

/** Texts and numbers; of records, opening hours as such, else the value of their first member. */
function listValue(
  of: (FieldDefinition & { kind: 'list' })['of'],
  value: JsonValue,
  language: Locale,
  named: NamedNodes,
): JsonLdValue {
  if (!Array.isArray(value)) return undefined;
  const members = spanMembers(of);
  if (members) return value.flatMap((entry) => openingHours(members, entry));
  const [first] = Array.isArray(of) ? of : [];
  const values = value.map((entry): JsonLdValue => {
    if (of === 'weekday') return schemaWeekday(Number(entry));
    if (typeof entry === 'string' || typeof entry === 'number') return entry;
    if (!first || typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
    const own = entry[first.key];
    return own === undefined || own === null ? undefined : propertyValue(first, own, language, named);
  });
  const known = values.filter((one) => one !== undefined);
  return known.length > 0 ? known : undefined;
}

/** A span of opening hours; none for what is no record. */
function openingHours({ days, from, to }: SpanMembers, entry: JsonValue): JsonLdNode[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
  const { [days]: on, [from]: opens, [to]: closes } = entry;
  if (!Array.isArray(on) || typeof opens !== 'string' || typeof closes !== 'string') return [];
  return [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: on.map((day) => schemaWeekday(Number(day))),
      opens: readTimeOfDay(opens) ?? opens,
      closes: readTimeOfDay(closes) ?? closes,
    },
  ];
}
