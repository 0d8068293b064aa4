import type { ContentType } from '#core/content-types/content-type.ts';
import { collectionJsonLd } from '#core/discovery/json-ld.ts';
import { titlePicturePath } from '#core/discovery/title-picture-path.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { listingPath } from '#core/site/content-paths.ts';
import { type CardData, cardsData } from '../cards/card-data.ts';
import { type TagLink, tagLink } from '../cards/tag-link.ts';
import { createPageHead, type PageHead } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type Pager, pager } from '../pager/pager.ts';
import { readPageNumber } from '../pager/read-page-number.ts';

/** Items per page of a listing: complete rows of two and of three. */
const PAGE_SIZE = 12;

/** The data of a listing's page. */
export interface ListingData {
  head: PageHead;
  title: string;
  description: string;
  total: number;
  cards: CardData[];
  /** The tags of the type's items, by name. */
  tags: TagLink[];
  /** The active filter. */
  tag?: TagLink;
  /** The address without the filter. */
  href: string;
  feedHref: string;
  pager: Pager;
}

/** Loads the listing of a type for a query; `undefined` for a page or a tag that does not exist. */
export async function readListing(request: PageRequest, type: ContentType): Promise<ListingData | undefined> {
  const { services, locale, query, t } = request;
  const { config, content } = services;
  const page = readPageNumber(query);
  const tag = query.get('tag') ?? undefined;
  if (page === undefined) return undefined;
  const [found, counts] = await Promise.all([
    content.list(locale, type.key, { page, pageSize: PAGE_SIZE, ...(tag === undefined ? {} : { tag }) }),
    content.tagCounts(locale, type.key),
  ]);
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE));
  if (page > pages || (tag !== undefined && found.total === 0)) return undefined;
  const href = listingPath(config, locale, type.key);
  const paths = await pathsByLanguage(request, type, { page, ...(tag === undefined ? {} : { tag }) });
  const label = type.labels.plural[locale] ?? type.key;
  const active = tag === undefined ? undefined : tagLink(services, locale, type.key, tag);
  const search = searchOf(tag, page);
  const title = active ? `${label}: ${active.label}` : label;
  return {
    head: createPageHead(services, locale, {
      title: page > 1 ? t('listing.titlePage', { title, page }) : title,
      description: type.descriptions?.[locale] ?? label,
      ...paths,
      search,
      image: { url: titlePicturePath({ language: locale, type: type.key }), alt: label },
      jsonLd: [
        collectionJsonLd({
          config,
          origin: services.origin,
          locale,
          path: href + search,
          name: title,
          cards: found.cards,
          offset: (page - 1) * PAGE_SIZE,
        }),
      ],
    }),
    title: label,
    description: type.descriptions?.[locale] ?? '',
    total: found.total,
    cards: await cardsData(services, locale, found.cards),
    tags: sortByLabel(
      Object.keys(counts)
        .filter((key) => (counts[key] ?? 0) > 0)
        .map((key) => tagLink(services, locale, type.key, key)),
      localeDefinition(config, locale).language,
    ),
    ...(active ? { tag: active } : {}),
    href,
    feedHref: `/${locale}/feed.xml`,
    pager: pager(page, pages, (number) => href + searchOf(tag, number)),
  };
}

/**
 * The listing's address in each language. A language without that page or tag is not an alternate; its switch leads to the
 * start of the listing.
 */
async function pathsByLanguage(
  { services: { config, content }, locale }: PageRequest,
  { key }: ContentType,
  { page, tag }: { page: number; tag?: string },
) {
  const published: { [locale: Locale]: string } = {};
  const readable: { [locale: Locale]: string } = {};
  for (const { code } of config.locales) {
    const isPlain = page === 1 && tag === undefined;
    const exists =
      isPlain ||
      code === locale ||
      (await content.list(code, key, { page, pageSize: PAGE_SIZE, ...(tag === undefined ? {} : { tag }) })).cards
        .length > 0;
    (exists ? published : readable)[code] = listingPath(config, code, key);
  }
  return { published, readable };
}

function searchOf(tag: string | undefined, page: number): string {
  const query = new URLSearchParams();
  if (tag !== undefined) query.set('tag', tag);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query}` : '';
}

function sortByLabel(tags: TagLink[], language: string): TagLink[] {
  const { compare } = new Intl.Collator(language);
  return tags.sort((a, b) => compare(a.label, b.label));
}
