import { useMatches } from 'react-router';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { LayoutName } from './layouts.ts';

/** Static metadata of a route: `export const handle: RouteHandle`. */
export interface RouteHandle {
  /** Default: `default`. */
  layout?: LayoutName;
  /** Forces the colour mode of the page. */
  colorMode?: 'light' | 'dark' | 'system';
  /** What public pages of this route read of their query string; default: nothing. Only the server needs it. */
  query?: (address: RouteAddress) => PageQuery;
}

/** An address of a route, without its query string. */
export interface RouteAddress {
  config: SiteConfig;
  locale: Locale;
  /** As in the address: not decoded. */
  params: { readonly [name: string]: string | undefined };
}

/**
 * What a page reads of its query string: parameters by name, whose values are part of the page's key in the cache in this order.
 * Others are dropped. `search`: the page shows results of the search, for the words `q` and the page number `page`.
 */
export type PageQuery = 'search' | { readonly [name: string]: QueryParameter };

export interface QueryParameter {
  /** The values that a page may have; a page with another one is not cached. Must be few, or lead to few pages. */
  shape: RegExp;
  /** The value that means the same as none. */
  default?: string;
}

/** The layout set by the page, or by a parent route. */
export function useLayoutName(): LayoutName {
  return useRouteHandles().findLast(({ layout }) => layout)?.layout ?? 'default';
}

/** The handles of the matched routes, the page's last. */
export function useRouteHandles(): RouteHandle[] {
  return useMatches().flatMap(({ handle }) => (handle ? [handle as RouteHandle] : []));
}
