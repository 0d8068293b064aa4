import type { Locale } from '../locales/locale.ts';

/** The pages of every site. Each is an item of a type that appears as `page`, with the name as its id and its slug. */
export const FIXED_PAGES = ['home', 'faq', 'about', 'contact', 'privacy-policy'] as const;

/** First parts of a path that the product itself answers. */
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
  'assets',
  'healthz',
  'readyz',
  '__nuxt_island',
  '_payload.json',
] as const;

/** Whether no content may stand at `/{segment}`. */
export function isReservedSegment(segment: string, locales: Locale[]): boolean {
  return (RESERVED_PATHS as readonly string[]).includes(segment) || locales.includes(segment);
}

/** Those of them that are pages in a language; the others are the same in all. */
const PAGES: readonly string[] = ['faq', 'about', 'contact', 'privacy-policy', 'search'];

/** Whether what stands at `/{segment}` is no page of a language: files, programs' addresses, the admin area. */
export function isResourceSegment(segment: string): boolean {
  return (RESERVED_PATHS as readonly string[]).includes(segment) && !PAGES.includes(segment);
}
