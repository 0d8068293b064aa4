import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import type { SiteConfig } from './site-config.ts';

/** The path of the page with the questions. */
const FAQ_PATH = '/faq';

/** What a path is made from; both publications and their cards have it. */
export interface Addressed {
  itemId: string;
  type: string;
  slug: string;
  /** The pages above a page, the outermost first. */
  above?: readonly { slug: string }[] | undefined;
}

/** @throws RangeError for a type that the site does not have. */
export function contentTypeOf(config: SiteConfig, key: string): ContentType {
  const found = config.contentTypes.find((type) => type.key === key);
  if (!found) throw new RangeError(`The site has no content type "${key}"`);
  return found;
}

/** The types of which there can be any number of items. */
export function listedTypes({ contentTypes }: Pick<SiteConfig, 'contentTypes'>): ContentType[] {
  return contentTypes.filter(({ appearsAs }) => appearsAs !== 'site');
}

/** The canonical path of a type's listing. @throws RangeError for a type without one. */
export function listingPath(config: SiteConfig, locale: Locale, type: string): string {
  return localizePath(config, locale, `/${segmentOf(contentTypeOf(config, type), locale)}`);
}

/** The canonical path of an item in a language, with a fragment for questions. `slug` is its slug there. */
export function itemPath(config: SiteConfig, locale: Locale, item: Addressed): string {
  return localizePath(config, locale, pathInLanguage(config, locale, item));
}

/** The same without the language prefix. */
function pathInLanguage(config: SiteConfig, locale: Locale, item: Addressed): string {
  const type = contentTypeOf(config, item.type);
  switch (type.appearsAs) {
    case 'collection':
      return `/${segmentOf(type, locale)}/${item.slug}`;
    case 'page':
      return item.itemId === 'home' ? '/' : `/${[...(item.above ?? []), item].map(({ slug }) => slug).join('/')}`;
    case 'faq':
      return `${FAQ_PATH}#${item.slug}`;
    // Every page shows what is about the site, this one for sure.
    case 'site':
      return '/';
  }
}

/**
 * The type of a path's first segment in a language. `canonical` is false if the segment is the type's key and not its localized
 * segment: the page's canonical address has the latter.
 */
export function typeOfSegment(
  config: SiteConfig,
  locale: Locale,
  segment: string,
): { type: ContentType; canonical: boolean } | undefined {
  const collections = config.contentTypes.filter(({ appearsAs }) => appearsAs === 'collection');
  const named = collections.find((type) => type.segments[locale] === segment);
  if (named) return { type: named, canonical: true };
  const keyed = collections.find((type) => type.key === segment);
  return keyed && { type: keyed, canonical: false };
}

function segmentOf(type: ContentType, locale: Locale): string {
  const segment = type.segments[locale];
  if (type.appearsAs !== 'collection' || segment === undefined) {
    throw new RangeError(`The type "${type.key}" has no listing in "${locale}"`);
  }
  return segment;
}
