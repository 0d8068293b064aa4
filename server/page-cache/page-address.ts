import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { spellPagePath } from '#core/site/page-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The address of a public page for the cache. */
export interface PageAddress {
  /** The path and the relevant parameters in a fixed order: rendered, and used as the cache key. */
  key: string;
  pathname: string;
  /** The query including `?`, or empty. */
  search: string;
  locale: Locale;
  /** Whether the path has a language prefix. */
  explicit: boolean;
  /** Whether the page may be cached: only with the canonical spelling of its path. */
  cacheable: boolean;
  /** Whether it is the page's canonical address, without parameters. */
  canonical: boolean;
}

/** Parameters of listings that change the page. */
const LISTING_PARAMETERS: { [name: string]: RegExp } = { page: /^[1-9]\d{0,5}$/, tag: /^[\p{L}\p{N}._-]{1,100}$/u };

/** The only public page with arbitrary input. All of its parameters are relevant. */
const SEARCH_PATH = '/search';

/**
 * Computes cache keys. Irrelevant parameters are dropped, so that links with tracking parameters hit the cache; a relevant but
 * malformed one is passed to the app, which refuses it. Of repeated parameters, the first one counts.
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
