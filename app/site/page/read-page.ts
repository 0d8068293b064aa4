import type { PublicationCard } from '#core/content/publication.ts';
import { breadcrumbJsonLd, type JsonLdNode } from '#core/discovery/json-ld.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import { contactFieldsOf } from '#core/public-content/published-site.ts';
import { contentTypeOf, itemPath } from '#core/site/content-paths.ts';
import { hasSection } from '#core/site/section-blocks.ts';
import type { PageServices } from '../../context/context.ts';
import { readFields, type ShownFields } from '../fields/read-fields.ts';
import { createPageHead, type PageHead, sharedImage } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type CoverData, readCover } from '../pictures/picture-data.ts';
import { prepareText } from '../rich-text/prepare-text.ts';
import type { PreparedText } from '../rich-text/rich-text-view.tsx';
import { readSections } from '../sections/read-sections.ts';

/** A link to a page. */
export interface PageLink {
  title: string;
  href: string;
}

/** Where a page stands among the others. */
export interface PagePlaceData {
  /** The pages above it, the outermost first. */
  above: PageLink[];
  /** The pages directly below it, in order. */
  below: (PageLink & { summary: string })[];
  /** The pages beside it, below the same one. */
  previous?: PageLink;
  next?: PageLink;
}

type Services = Pick<PageServices, 'config' | 'content'>;

/** The data of a page item: about, privacy policy, or one that the team added. */
export interface PageData {
  head: PageHead;
  title: string;
  summary: string;
  picture?: CoverData;
  text: PreparedText;
  fields?: ShownFields;
  homeHref: string;
  place?: PagePlaceData;
}

/** Loads the page with a slug; `undefined` if there is none in the language. */
export async function readPage(request: PageRequest, slug: string): Promise<PageData | undefined> {
  const found = await findPage(request.services, request.locale, slug);
  return found && pageData(request, found);
}

/** Loads the page at the request's path, or tells the present path of the one that was there; `undefined` if there is none. */
export async function readPageAt(request: PageRequest): Promise<PageData | { movedTo: string } | undefined> {
  const found = await findPageAt(request.services, request.locale, request.path);
  return found && 'publication' in found ? pageData(request, found) : found;
}

export async function pageData(
  request: PageRequest,
  item: PublishedItem,
  jsonLd: JsonLdNode[] = [],
): Promise<PageData> {
  const { services, locale } = request;
  const { publication } = item;
  const [{ text: prepared }, picture, { fields }, place] = await Promise.all([
    prepareText(services, locale, publication.body, '', publication.formerAnchors),
    readCover(services, locale, publication.cover),
    readFields(request, contentTypeOf(services.config, publication.type), publication, contactFieldsOf(publication)),
    readPlace(services, locale, item),
  ]);
  const { title, summary } = publication;
  const shown = { itemId: publication.itemId, title, summary, ...(picture && { picture }), fixedPage: findPage };
  const text = await readSections({ request, page: shown }, prepared);
  return {
    head: pageHead(request, item, {
      jsonLd: [...jsonLd, ...placeJsonLd(request, item, place)],
      image: sharedImage(publication, picture),
    }),
    title,
    summary,
    ...(picture ? { picture } : {}),
    text,
    ...(fields.facts.length + fields.sections.length > 0 && { fields }),
    homeHref: localizePath(services.config, locale, '/'),
    ...(place && { place: hasSection(publication.body, 'child-pages') ? { ...place, below: [] } : place }),
  };
}

function placeJsonLd(
  { services: { config, origin }, locale }: PageRequest,
  { publication, above = {} }: PublishedItem,
  place: PagePlaceData | undefined,
): JsonLdNode[] {
  if (!place || place.above.length === 0) return [];
  return [
    breadcrumbJsonLd(origin, [
      { name: config.name[locale] ?? '', path: localizePath(config, locale, '/') },
      ...place.above.map(({ title, href }) => ({ name: title, path: href })),
      { name: publication.title, path: itemPath(config, locale, { ...publication, above: above[locale] }) },
    ]),
  ];
}

/** The metadata of a page item. */
function pageHead(
  { services, locale }: PageRequest,
  item: PublishedItem,
  { jsonLd, image }: Pick<PageHead, 'jsonLd'> & { image: { url: string; alt: string } },
): PageHead {
  const { publication, alternates, above = {} } = item;
  const { itemId, type, title, seo, summary } = publication;
  return createPageHead(services, locale, {
    title: seo.title ?? title,
    description: seo.description ?? summary,
    published: Object.fromEntries(
      Object.entries(alternates).map(([code, slug]) => {
        return [code, itemPath(services.config, code, { itemId, type, slug, above: above[code] })];
      }),
    ),
    image,
    jsonLd,
  });
}

/** The pages directly below one that are public in a language, in order. */
async function childPages(services: Services, locale: Locale, itemId: string): Promise<PagePlaceData['below']> {
  const below = await services.content.below(locale, itemId);
  const cards = await services.content.cards(
    locale,
    below.map((page) => page.itemId),
  );
  return cards.map((card) => ({ ...linkTo(services, locale, card), summary: card.summary }));
}

/** Where a page stands; `undefined` if it is at the top, and nothing is below it. */
async function readPlace(
  services: Services,
  locale: Locale,
  { publication: { itemId }, above = {} }: PublishedItem,
): Promise<PagePlaceData | undefined> {
  const ids = (above[locale] ?? []).map((page) => page.itemId);
  const parent = ids.at(-1);
  const [below, siblings] = await Promise.all([
    childPages(services, locale, itemId),
    parent === undefined ? [] : services.content.below(locale, parent),
  ]);
  if (ids.length === 0 && below.length === 0) return undefined;
  const at = siblings.findIndex((page) => page.itemId === itemId);
  const beside = at < 0 ? [] : [siblings[at - 1], siblings[at + 1]];
  const wanted = [...ids, ...beside.flatMap((page) => page?.itemId ?? [])];
  const cards = new Map((await services.content.cards(locale, wanted)).map((card) => [card.itemId, card]));
  const link = (id: string | undefined) => {
    const card = id === undefined ? undefined : cards.get(id);
    return card && linkTo(services, locale, card);
  };
  const [previous, next] = beside.map((page) => link(page?.itemId));
  return { above: ids.flatMap((id) => link(id) ?? []), below, ...(previous && { previous }), ...(next && { next }) };
}

function linkTo({ config }: Services, locale: Locale, card: PublicationCard): PageLink {
  return { title: card.title, href: itemPath(config, locale, card) };
}

/** The key of the type whose items are pages at the root and below each other. */
function pageTypeKey({ config }: Pick<PageServices, 'config'>): string | undefined {
  return config.contentTypes.find(({ appearsAs }) => appearsAs === 'page')?.key;
}

/** The page with a slug in a language; `undefined` if it is not published. */
export async function findPage(services: Services, locale: Locale, slug: string): Promise<PublishedItem | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, slug);
  return found.kind === 'item' ? found : undefined;
}

/**
 * The page at a path, or the present path of the one that its last segment names; `undefined` if there is none.
 * @param path without the language prefix, such as `/services/children`
 */
export async function findPageAt(
  services: Services,
  locale: Locale,
  path: string,
): Promise<PublishedItem | { movedTo: string } | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, path.slice(path.lastIndexOf('/') + 1));
  if (found.kind === 'moved') {
    return { movedTo: itemPath(services.config, locale, { itemId: '', type, slug: found.slug, above: found.above }) };
  }
  if (found.kind !== 'item') return undefined;
  const canonical = itemPath(services.config, locale, { ...found.publication, above: found.above?.[locale] });
  return canonical === localizePath(services.config, locale, path) ? found : { movedTo: canonical };
}
