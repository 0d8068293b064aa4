import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { PageQuery, PageRoute } from '#core/site/page-routes.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { spellPagePath } from '#core/site/site-paths.ts';

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
  /** Whether it shows results of the search that may be cached, apart from other pages. */
  isSearch: boolean;
  /** Whether it is the page's canonical address, without parameters. */
  canonical: boolean;
}

/** What pages of search results read. Longer words are truncated by the search. */
const SEARCH_QUERY = {
  q: { shape: /^.{1,200}$/s },
  page: { shape: /^[1-9]\d?$/, default: '1' },
} satisfies PageQuery;

export type PageAddressing = (pathname: string, search: string) => PageAddress;

/**
 * Computes cache keys from what routes declare to read of a query string. Other parameters are dropped, so that links with
 * tracking parameters hit the cache; a relevant but malformed one is passed to the app, which refuses it. Of repeated
 * parameters, the first one counts.
 */
export function createPageAddressing(config: SiteConfig, routes: PageRoute[]): PageAddressing {
  const queryAt = createQueryLookup(config, routes);

  return function addressOf(pathname, search) {
    const { locale, path, explicit } = splitLocale(config, pathname);
    const query = queryAt(locale, path);
    const { kept, valid } = significantQuery(search, query === 'search' ? SEARCH_QUERY : query);
    const isKeepable = valid && pathname === spellPagePath(pathname);
    return {
      key: pathname + kept,
      pathname,
      search: kept,
      locale,
      explicit,
      cacheable: isKeepable && query !== 'search',
      isSearch: isKeepable && query === 'search',
      canonical: kept === '' && !(explicit && locale === config.defaultLocale),
    };
  };
}

function significantQuery(search: string, query: Exclude<PageQuery, 'search'>): { kept: string; valid: boolean } {
  if (search === '') return { kept: '', valid: true };
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  let valid = true;
  for (const [name, parameter] of Object.entries(query)) {
    const value = given.get(name);
    if (value === null || value === '' || value === parameter.default) continue;
    valid &&= parameter.shape.test(value);
    kept.set(name, value);
  }
  return { kept: kept.size === 0 ? '' : `?${kept}`, valid };
}

const NOTHING: PageQuery = {};

/**
 * Finds what the route of a path reads of the query string. As in the router, a path without parameters precedes one with them;
 * otherwise the first route with a path counts.
 * @returns a function of a language and a path without language prefix
 */
export function createQueryLookup(
  config: SiteConfig,
  routes: PageRoute[],
): (locale: Locale, path: string) => PageQuery {
  // The routes of the addresses with a language prefix are the same ones.
  const own = routes.filter(({ path }) => !splitLocale(config, `/${path}`).explicit);
  const fixed = new Map(own.filter(({ path }) => !path.includes(':')).map(({ path, query }) => [`/${path}`, query]));
  const patterns = own
    .filter(({ path }) => path.includes(':'))
    .map(({ path, query }) => ({ segments: path.split('/'), query }));

  return (locale, path) => {
    if (fixed.has(path)) return fixed.get(path)?.({ config, locale, params: {} }) ?? NOTHING;
    const given = path.slice(1).split('/');
    for (const { segments, query } of patterns) {
      const params = matchSegments(segments, given);
      if (params) return query?.({ config, locale, params }) ?? NOTHING;
    }
    return NOTHING;
  };
}

function matchSegments(segments: string[], given: string[]): { [name: string]: string } | undefined {
  if (segments.length !== given.length) return undefined;
  const params: { [name: string]: string } = {};
  for (const [at, segment] of segments.entries()) {
    const value = given[at] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}
