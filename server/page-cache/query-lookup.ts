import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { PageQuery, PageRoute } from '#core/site/page-routes.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

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
