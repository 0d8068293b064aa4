import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { spellPagePath } from '#core/site/page-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The address of a public page as the cache knows it. */
export interface PageAddress {
  /** The path and those of its parameters that matter, in a fixed order: what is rendered, and the key of the cache. */
  key: string;
  pathname: string;
  /** Of the query, `?` included, or empty. */
  search: string;
  locale: Locale;
  /** Whether the path names its language. */
  explicit: boolean;
  /** Whether the page may be kept: only under the one spelling of its path. */
  cacheable: boolean;
  /** Whether it is the address that the page itself names, without parameters. */
  canonical: boolean;
}

/** Parameters of listings that change what a page shows. */
const LISTING_PARAMETERS: { [name: string]: RegExp } = { page: /^[1-9]\d{0,5}$/, tag: /^[\p{L}\p{N}._-]{1,100}$/u };

/** The only public page that shows what nobody foresaw. Its parameters all matter. */
const SEARCH_PATH = '/search';

/**
 * Tells pages apart. Parameters that change nothing are left out, so that a link with tracking parameters shows the page
 * that is kept; one that matters but is malformed is left for the app to refuse. Of a parameter that is repeated, the first
 * counts.
 */
export function createPageAddressing(config: SiteConfig): (pathname: string, search: string) => PageAddress {
  const listings = new Set(
    config.contentTypes
      .filter((type) => type.appearsAs === 'collection')
      .flatMap((type) => [type.key, ...Object.values(type.segments)])
      .map((segment) => `/${segment}`),
  );

  return function addressOf(pathname, search) {
    const { locale, path, explicit } = splitLocale(config, pathname);
    const isSearch = path === SEARCH_PATH;
    const { kept, valid } =
      search === '' || isSearch ? { kept: search, valid: !isSearch } : significantQuery(search, listings.has(path));
    return {
      key: pathname + kept,
      pathname,
      search: kept,
      locale,
      explicit,
      cacheable: valid && pathname === spellPagePath(pathname),
      canonical: kept === '' && !(explicit && locale === config.defaultLocale),
    };
  };
}

function significantQuery(search: string, isListing: boolean): { kept: string; valid: boolean } {
  if (!isListing) return { kept: '', valid: true };
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  let valid = true;
  for (const [name, shape] of Object.entries(LISTING_PARAMETERS)) {
    const value = given.get(name);
    if (value === null || value === '' || (name === 'page' && value === '1')) continue;
    valid &&= shape.test(value);
    kept.set(name, value);
  }
  return { kept: kept.size === 0 ? '' : `?${kept}`, valid };
}
