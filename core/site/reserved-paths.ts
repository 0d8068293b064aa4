import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from './site-config.ts';

/** The pages that every site has. Each is an item of a type that appears as `page`, with the name as its id and slug. */
export const FIXED_PAGES = ['home', 'faq', 'about', 'contact', 'privacy-policy'] as const;

/** The only slug that an item can have if it is a page or the site item that every site has; `undefined` for other items. */
export function fixedSlug({ appearsAs }: Pick<ContentType, 'appearsAs'>, id: string): string | undefined {
  if (appearsAs === 'site') return id;
  return appearsAs === 'page' && (FIXED_PAGES as readonly string[]).includes(id) ? id : undefined;
}

/** First path segments that the product itself uses. */
const RESERVED_PATHS = [
  'admin',
  'preview',
  'faq',
  'about',
  'contact',
  'privacy-policy',
  'search',
  'sitemap.xml',
  'robots.txt',
  'feed.xml',
  'builds',
  'locales',
  'api',
  'media',
  'files',
  'assets',
  'healthz',
  'readyz',
  '__nuxt_island',
  'embed',
  '_payload.json',
] as const;

/** Whether content cannot have the path `/{segment}`. */
export function isReservedSegment(segment: string, locales: Locale[]): boolean {
  return (RESERVED_PATHS as readonly string[]).includes(segment) || locales.includes(segment);
}

/** Whether the path `/{segment}` is that of a page that is written as code. */
export function isOwnPage({ pages = {} }: Pick<SiteConfig, 'pages'>, segment: string): boolean {
  return Object.hasOwn(pages, segment);
}

/** Those that are localized pages; the others are the same for all languages. */
const PAGES: readonly string[] = ['faq', 'about', 'contact', 'privacy-policy', 'search'];

/** Whether `/{segment}` is not a localized page: files, API endpoints, the admin area. */
export function isResourceSegment(segment: string): boolean {
  return (RESERVED_PATHS as readonly string[]).includes(segment) && !PAGES.includes(segment);
}
