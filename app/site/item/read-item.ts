import type { Publication } from '#core/content/publication.ts';
import { readingMinutes } from '#core/content/reading-time.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { breadcrumbJsonLd, type ItemJsonLdInput, itemJsonLd, type JsonLdNode } from '#core/discovery/json-ld.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import type { HeadingEntry } from '#core/rich-text/headings.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { missingLanguageSetting } from '#core/settings/settings.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';
import { formatDate } from '../../i18n/format-date.ts';
import { type CardData, cardsData, type TagLink, tagLinks } from '../cards/card-data.ts';
import { type Fact, type FieldSection, readFields } from '../fields/read-fields.ts';
import { createPageHead, type PageHead, sharedImage } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type Pager, pager, readPageNumber } from '../pager/pager.ts';
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
  /** When it was published: in milliseconds since 1970, and the day in words. */
  publishedAt: number;
  publishedOn: string;
  readingMinutes: number;
  facts: Fact[];
  sections: FieldSection[];
  tags: TagLink[];
  text: PreparedText;
  contents: HeadingEntry[];
  related: CardData[];
  /** What has this topic; of topics only, whose page needs no byline. */
  tagged?: { cards: CardData[]; total: number; pager: Pager };
}

/**
 * Loads an item's page in a language; its text may be in another language under the policy `notice`. `undefined` for a page of
 * a topic that does not exist.
 */
export async function readItem(
  request: PageRequest,
  type: ContentType,
  found: PublishedItem,
): Promise<ItemData | undefined> {
  const { services, locale } = request;
  const { config, content } = services;
  const { publication } = found;
  const foreign = publication.language !== locale;
  const [timeZone, { text, headings }, related, picture, { fields, properties }, tags, tagged] = await Promise.all([
    content.setting('time-zone'),
    prepareText(services, locale, publication.body, '', publication.formerAnchors),
    type.isTopic ? [] : content.related(locale, publication, RELATED_ITEMS),
    readCover(services, locale, publication.cover),
    readFields(request, type, publication),
    tagLinks(services, locale, type.key, publication.tags),
    type.isTopic ? readTagged(request, publication) : undefined,
  ]);
  if (type.isTopic && !tagged) return undefined;
  const contents = [
    ...headings.filter(({ level }) => level === 2),
    ...fields.sections.map(({ anchor, label }) => ({ anchor, level: 2, text: label })),
  ];
  return {
    head: await itemHead(request, type, found, {
      properties,
      image: sharedImage(publication, picture),
      keywords: tags.map(({ label }) => label),
      page: tagged?.pager.page ?? 1,
    }),
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
    publishedOn: formatDate(localeDefinition(config, locale).language, publication.firstPublishedAt, timeZone),
    readingMinutes: readMinutes(publication),
    ...fields,
    tags,
    text,
    contents: headings.length + fields.sections.length >= HEADINGS_FOR_CONTENTS ? contents : [],
    related: await cardsData(services, locale, related),
    ...(tagged && { tagged }),
  };
}

/** A page of the items that have a topic; `undefined` if it does not exist. */
async function readTagged(
  { services, locale, query }: PageRequest,
  topic: Publication,
): Promise<NonNullable<ItemData['tagged']> | undefined> {
  const page = readPageNumber(query);
  if (page === undefined) return undefined;
  const pageSize = Number(await services.content.setting('page-size'));
  const { cards, total } = await services.content.tagged(locale, topic.itemId, { page, pageSize });
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) return undefined;
  const href = itemPath(services.config, locale, topic);
  return {
    cards: await cardsData(services, locale, cards),
    total,
    pager: pager(page, pages, (number) => href + pageQuery(number)),
  };
}

function pageQuery(page: number): string {
  return page > 1 ? `?page=${page}` : '';
}

/** What a head has of the rest of the page: properties of fields, the preview picture, labels of tags, and the page of a topic. */
interface HeadParts {
  keywords: string[];
  page: number;
  properties: ItemJsonLdInput['properties'];
  image: { url: string; alt: string };
}

function itemNodes(
  { config, origin }: PageServices,
  locale: Locale,
  type: ContentType,
  publication: Publication,
  { properties = {}, image, keywords }: HeadParts,
): JsonLdNode[] {
  return [
    itemJsonLd({
      config,
      origin,
      locale,
      type,
      publication,
      properties,
      keywords,
      image: origin + image.url,
    }),
    breadcrumbJsonLd(origin, [
      { name: config.name[locale] ?? '', path: localizePath(config, locale, '/') },
      { name: type.labels.plural[locale] ?? type.key, path: listingPath(config, locale, type.key) },
      { name: publication.title, path: itemPath(config, locale, publication) },
    ]),
  ];
}

async function itemHead(
  { services, locale, t }: PageRequest,
  type: ContentType,
  { publication, alternates }: PublishedItem,
  parts: HeadParts,
): Promise<PageHead> {
  const { config, content } = services;
  const { itemId, title, seo, summary, slug, language } = publication;
  const path = (code: Locale, itemSlug: string) => itemPath(config, code, { itemId, type: type.key, slug: itemSlug });
  const paths = Object.fromEntries(Object.entries(alternates).map(([code, own]) => [code, path(code, own)]));
  // Of a topic, another language may have fewer pages: its switch leads to the first.
  const { [locale]: here = path(locale, slug) } = paths;
  const published = parts.page === 1 ? paths : { [locale]: here };
  const missing = config.locales.filter(({ code }) => !(code in alternates)).map(({ code }) => code);
  const policy = missing.length > 0 && (await content.setting(missingLanguageSetting(type.key)));
  const readable = {
    ...paths,
    ...Object.fromEntries(
      missing.flatMap((code) => {
        if (policy === 'notice') return [[code, path(code, slug)]];
        if (policy === 'listing') return [[code, listingPath(config, code, type.key)]];
        return [];
      }),
    ),
  };
  const foreign = language !== locale;
  return createPageHead(services, locale, {
    title: parts.page > 1 ? t('listing.titlePage', { title, page: parts.page }) : (seo.title ?? title),
    search: pageQuery(parts.page),
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
