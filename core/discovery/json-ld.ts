import type { Publication, PublicationCard } from '../content/publication.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { type Locale, localeDefinition } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import type { PublishedSite } from '../public-content/published-site.ts';
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

export interface CollectionJsonLdInput extends JsonLdContext {
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
