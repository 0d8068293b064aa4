import type { ContentType, FieldDefinition, ListingFilter } from '#core/content-types/content-type.ts';
import { collectionJsonLd } from '#core/discovery/json-ld.ts';
import { titlePicturePath } from '#core/discovery/title-picture-path.ts';
import { type Locale, labelInSentence, localeDefinition } from '#core/locales/locale.ts';
import { listingPath } from '#core/site/content-paths.ts';
import { type CardData, cardsData, type TagLink, tagLinks } from '../cards/card-data.ts';
import { createPageHead, type PageHead } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type Pager, pager, readPageNumber } from '../pager/pager.ts';

/** A link to the listing of the items with a value. */
interface FilterLink {
  label: string;
  href: string;
  filter: ListingFilter;
}

/** The links of a field. */
interface FilterLinks {
  label: string;
  links: FilterLink[];
}

/** The data of a listing's page. */
export interface ListingData {
  head: PageHead;
  title: string;
  description: string;
  total: number;
  /** What its items are called after their number: `exams`. */
  counted: string;
  cards: CardData[];
  /** The tags of the type's items, by name. */
  tags: TagLink[];
  /** The values of the fields that the listing is filtered by. */
  filters: FilterLinks[];
  /** The active tag, or another filter. */
  tag?: TagLink;
  filter?: FilterLink;
  /** The address without the filter. */
  href: string;
  /** Topics have none. */
  feedHref?: string;
  pager: Pager;
}

/** Loads the listing of a type for a query; `undefined` for a page or a filter that does not exist. */
export async function readListing(request: PageRequest, type: ContentType): Promise<ListingData | undefined> {
  const { services, locale, query, t } = request;
  const { config, content } = services;
  const page = readPageNumber(query);
  const asked = readFilter(type, query);
  if (page === undefined || asked === 'several') return undefined;
  const filter = asked && { filter: asked };
  const pageSize = Number(await content.setting('page-size'));
  const [found, counts, filters] = await Promise.all([
    content.list(locale, type.key, { page, pageSize, ...filter }),
    content.tagCounts(locale, type.key),
    type.listing?.filterBy ? readFilters(request, type) : [],
  ]);
  const pages = Math.max(1, Math.ceil(found.total / pageSize));
  const counted = Object.keys(counts).filter((key) => (counts[key] ?? 0) > 0);
  const links = await tagLinks(services, locale, type.key, [
    ...new Set([...counted, ...(asked?.name === 'tag' ? [asked.value] : [])]),
  ]);
  const tag = asked?.name === 'tag' ? links.find((link) => link.tag === asked.value) : undefined;
  const active = tag ?? filters.flatMap(({ links }) => links).find((link) => isSame(link.filter, asked));
  if (page > pages || (asked && (found.total === 0 || !active))) return undefined;
  const href = listingPath(config, locale, type.key);
  const paths = await pathsByLanguage(request, type, { page, pageSize, ...filter });
  const label = type.labels.plural[locale] ?? type.key;
  const search = searchOf(asked, page);
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
          offset: (page - 1) * pageSize,
        }),
      ],
    }),
    title: label,
    description: type.descriptions?.[locale] ?? '',
    total: found.total,
    counted: labelInSentence(
      (found.total === 1 ? type.labels.singular : (type.labels.counted ?? type.labels.plural))[locale] ?? type.key,
      localeDefinition(config, locale).language,
    ),
    cards: await cardsData(services, locale, found.cards),
    tags: sortByLabel(
      links.filter((link) => counted.includes(link.tag)),
      localeDefinition(config, locale).language,
    ),
    filters: filters.filter(({ links }) => links.length > 1 || links.some((link) => link === active)),
    ...(tag ? { tag } : active && 'filter' in active ? { filter: active } : {}),
    href,
    ...(!type.isTopic && { feedHref: `/${locale}/feed.xml` }),
    pager: pager(page, pages, (number) => href + searchOf(asked, number)),
  };
}

/**
 * The listing's address in each language. A language without that page or tag is not an alternate; its switch leads to the
 * start of the listing.
 */
async function pathsByLanguage(
  { services: { config, content }, locale }: PageRequest,
  { key }: ContentType,
  { page, pageSize, filter }: { page: number; pageSize: number; filter?: ListingFilter },
) {
  const published: { [locale: Locale]: string } = {};
  const readable: { [locale: Locale]: string } = {};
  for (const { code } of config.locales) {
    const isPlain = page === 1 && !filter;
    const exists =
      isPlain ||
      code === locale ||
      (await content.list(code, key, { page, pageSize, ...(filter && { filter }) })).cards.length > 0;
    (exists ? published : readable)[code] = listingPath(config, code, key);
  }
  return { published, readable };
}

function searchOf(filter: ListingFilter | undefined, page: number): string {
  const query = new URLSearchParams();
  if (filter) query.set(filter.name, filter.value);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query}` : '';
}

function sortByLabel(tags: TagLink[], language: string): TagLink[] {
  const { compare } = new Intl.Collator(language);
  return tags.sort((a, b) => compare(a.label, b.label));
}

/** The filter of a query; a listing has one at a time. */
function readFilter({ listing }: ContentType, query: URLSearchParams): ListingFilter | 'several' | undefined {
  const given = ['tag', ...(listing?.filterBy ?? [])].flatMap((name): ListingFilter[] => {
    const value = query.get(name);
    return value === null ? [] : [{ name, value }];
  });
  return given.length > 1 ? 'several' : given[0];
}

function isSame(a: ListingFilter, b: ListingFilter | undefined): boolean {
  return a.name === b?.name && a.value === b.value;
}

/** The values that a listing can be filtered by. Items that are not public in the language are left out. */
async function readFilters(request: PageRequest, type: ContentType): Promise<FilterLinks[]> {
  const { services, locale } = request;
  const filters = await services.content.filters(locale, type.key);
  const fields = type.fields.filter(({ key }) => type.listing?.filterBy?.includes(key));
  const found = await Promise.all(
    fields.map(async (field): Promise<FilterLinks> => {
      const values = filters.filter(({ name }) => name === field.key).map(({ value }) => value);
      const labels = await labelsOf(request, field, values);
      return {
        label: field.labels[locale] ?? field.key,
        links: labels.map(([value, label]) => ({
          label,
          href: `${listingPath(services.config, locale, type.key)}?${new URLSearchParams({ [field.key]: value })}`,
          filter: { name: field.key, value },
        })),
      };
    }),
  );
  return found.filter(({ links }) => links.length > 0);
}

/** Values with their labels: choices in their order, others by label. */
async function labelsOf(
  { services, locale, t }: PageRequest,
  field: FieldDefinition,
  values: string[],
): Promise<[value: string, label: string][]> {
  if (field.kind === 'choice') {
    return field.choices.flatMap(({ value, labels }): [string, string][] =>
      values.includes(value) ? [[value, labels[locale] ?? value]] : [],
    );
  }
  if (field.kind === 'boolean') {
    return ['true', 'false'].flatMap((value): [string, string][] =>
      values.includes(value) ? [[value, t(value === 'true' ? 'item.yes' : 'item.no')]] : [],
    );
  }
  const { compare } = new Intl.Collator(localeDefinition(services.config, locale).language);
  const cards = await services.content.cards(locale, values);
  return cards.map(({ itemId, title }): [string, string] => [itemId, title]).sort(([, a], [, b]) => compare(a, b));
}
