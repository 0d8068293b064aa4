import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { typeOfSegment } from './content-paths.ts';
import { FIXED_PAGES } from './reserved-paths.ts';
import type { SiteConfig } from './site-config.ts';
import { CONTACT_PATH } from './site-paths.ts';

/** A route of public pages. The renderer has routes with the same paths, and need not be loaded to tell pages apart. */
export interface PageRoute {
  /** Without its leading slash and language prefix, such as `:segment/:slug`. */
  path: string;
  /** What its pages read of their query string; default: nothing. */
  query?: ((address: RouteAddress) => PageQuery) | undefined;
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

/** What the pages of some fixed paths read. */
const QUERIES: { [path: string]: PageRoute['query'] } = {
  [CONTACT_PATH]: () => ({ sent: { shape: /^1$/ } }),
};

/** The routes of all public pages, each once, without those with a language prefix. */
export function pageRoutes({ pages = {} }: Pick<SiteConfig, 'pages'>): PageRoute[] {
  const fixed = FIXED_PAGES.map((name) => (name === 'home' ? '' : name));
  return [
    ...[...fixed, ...Object.keys(pages)].map((path) => ({ path, query: QUERIES[`/${path}`] })),
    { path: 'search', query: () => 'search' },
    { path: ':segment', query: listingQuery },
    { path: ':segment/:slug', query: itemQuery },
    { path: ':segment/:second/:third' },
    { path: ':segment/:second/:third/:fourth' },
  ];
}

const LISTING_QUERY = {
  page: { shape: /^[1-9]\d{0,5}$/, default: '1' },
  tag: { shape: /^[\p{L}\p{N}._-]{1,100}$/u },
} satisfies PageQuery;

/** Listings have pages, tags and filters; the page items at addresses of the same route have none. */
function listingQuery({ config, locale, params: { segment = '' } }: RouteAddress): PageQuery {
  const type = typeOfSegment(config, locale, segment)?.type;
  return type ? { ...LISTING_QUERY, ...filterQuery(type) } : {};
}

/** The page of a topic lists what has it. */
function itemQuery({ config, locale, params: { segment = '' } }: RouteAddress): PageQuery {
  return typeOfSegment(config, locale, segment)?.type.isTopic ? { page: LISTING_QUERY.page } : {};
}

function filterQuery({ fields, listing }: ContentType): { [name: string]: QueryParameter } {
  const filtered = fields.filter(({ key }) => listing?.filterBy?.includes(key));
  return Object.fromEntries(filtered.map((field) => [field.key, { shape: shapeOf(field) }]));
}

/** The values that a filter can have: few, or ids of items. */
function shapeOf(field: FieldDefinition): QueryParameter['shape'] {
  if (field.kind === 'boolean') return /^(?:true|false)$/;
  if (field.kind !== 'choice') return /^[\p{L}\p{N}-]{1,120}$/u;
  const values = field.choices.map(({ value }) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${values.join('|')})$`, 'u');
}
