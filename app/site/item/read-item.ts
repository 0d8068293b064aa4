import type { Publication } from '#core/content/publication.ts';
import { readingMinutes } from '#core/content/reading-time.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { breadcrumbJsonLd, type ItemJsonLdInput, itemJsonLd, type JsonLdNode } from '#core/discovery/json-ld.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import type { HeadingEntry } from '#core/rich-text/headings.ts';
import { plainText } from '#core/rich-text/plain-text.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';
import { type CardData, cardsData, type TagLink, tagLink } from '../cards/card-data.ts';
import { type Fact, type FieldSection, readFields } from '../fields/read-fields.ts';
import { createPageHead, type PageHead, sharedImage } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type CoverData, readCover } from '../pictures/picture-data.ts';
import { prepareText } from '../rich-text/prepare-text.ts';
import type { PreparedText } from '../rich-text/rich-text-view.tsx';

const RELATED_ITEMS = 3;
/** Minimum headings for a table of contents. */
const HEADINGS_FOR_CONTENTS = 3;

/** The data of an item's page. */
export interface ItemData {
  head: PageHead;
  type: { label: string; listing: string; listingHref: string; homeHref: string };
  title: string;
  summary: string;
  author?: string;
  /** The BCP 47 tag of the text, if it is not in the page's language. */
  language?: string;
  picture?: CoverData;
  publishedAt: number;
  readingMinutes: number;
  facts: Fact[];
  sections: FieldSection[];
  tags: TagLink[];
  text: PreparedText;
  contents: HeadingEntry[];
  related: CardData[];
}

/** Loads an item's page in a language; its text may be in another language under the policy `notice`. */
export async function readItem(request: PageRequest, type: ContentType, found: PublishedItem): Promise<ItemData> {
  const { services, locale } = request;
  const { config, content } = services;
  const { publication } = found;
  const foreign = publication.language !== locale;
  const [{ text, headings }, related, picture, { fields, properties }] = await Promise.all([
    prepareText(services, locale, publication.body, '', publication.formerAnchors),
    content.related(locale, publication, RELATED_ITEMS),
    readCover(services, locale, publication.cover),
    readFields(request, type, publication),
  ]);
  const contents = [
    ...headings.filter(({ level }) => level === 2),
    ...fields.sections.map(({ anchor, label }) => ({ anchor, level: 2, text: label })),
  ];
  return {
    head: itemHead(request, type, found, { properties, image: sharedImage(publication, picture) }),
    type: {
      label: type.labels.singular[locale] ?? type.key,
      listing: type.labels.plural[locale] ?? type.key,
      listingHref: listingPath(config, locale, type.key),
      homeHref: localizePath(config, locale, '/'),
    },
    title: publication.title,
    summary: publication.summary,
    ...(publication.author ? { author: publication.author } : {}),
    ...(foreign ? { language: localeDefinition(config, publication.language).language } : {}),
    ...(picture ? { picture } : {}),
    publishedAt: publication.firstPublishedAt,
    readingMinutes: readMinutes(publication),
    ...fields,
    tags: publication.tags.map((tag) => tagLink(services, locale, type.key, tag)),
    text,
    contents: headings.length + fields.sections.length >= HEADINGS_FOR_CONTENTS ? contents : [],
    related: await cardsData(services, locale, related),
  };
}

/** What a head has of the rest of the page: properties of fields, and the preview picture. */
interface HeadParts {
  properties: ItemJsonLdInput['properties'];
  image: { url: string; alt: string };
}

function itemNodes(
  { config, origin }: PageServices,
  locale: Locale,
  type: ContentType,
  publication: Publication,
  { properties = {}, image }: HeadParts,
): JsonLdNode[] {
  return [
    itemJsonLd({
      config,
      origin,
      locale,
      type,
      publication,
      properties,
      image: origin + image.url,
    }),
    breadcrumbJsonLd(origin, [
      { name: config.name[locale] ?? '', path: localizePath(config, locale, '/') },
      { name: type.labels.plural[locale] ?? type.key, path: listingPath(config, locale, type.key) },
      { name: publication.title, path: itemPath(config, locale, publication) },
    ]),
  ];
}

function itemHead(
  { services, locale }: PageRequest,
  type: ContentType,
  { publication, alternates }: PublishedItem,
  parts: HeadParts,
): PageHead {
  const { config } = services;
  const { itemId, title, seo, summary, slug, language } = publication;
  const path = (code: Locale, itemSlug: string) => itemPath(config, code, { itemId, type: type.key, slug: itemSlug });
  const published = Object.fromEntries(Object.entries(alternates).map(([code, own]) => [code, path(code, own)]));
  const missing = config.locales.filter(({ code }) => !(code in alternates)).map(({ code }) => code);
  const readable = Object.fromEntries(
    missing.flatMap((code) => {
      if (type.missingLanguage === 'notice') return [[code, path(code, slug)]];
      if (type.missingLanguage === 'listing') return [[code, listingPath(config, code, type.key)]];
      return [];
    }),
  );
  const foreign = language !== locale;
  return createPageHead(services, locale, {
    title: seo.title ?? title,
    description: seo.description ?? summary,
    published,
    readable,
    ...(foreign ? { canonicalPath: path(language, slug), noindex: true } : {}),
    ogType: 'article',
    image: parts.image,
    jsonLd: foreign ? [] : itemNodes(services, locale, type, publication, parts),
  });
}

/** Reading time of a publication in whole minutes. */
function readMinutes({ body, language }: Publication): number {
  return readingMinutes(plainText(body), language);
}
