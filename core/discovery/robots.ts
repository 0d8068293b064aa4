import type { LocaleSet } from '../locales/locale.ts';
import { urlForms } from '../locales/localized-path.ts';

/** Paths that crawlers do not need: the admin area, and endless search results. */
const CLOSED = ['/admin', '/search'];

/** The text of `/robots.txt`. @param origin without a trailing slash */
export function writeRobots(set: LocaleSet, origin: string): string {
  const closed = CLOSED.flatMap((path) => urlForms(set, path)).map((path) => `Disallow: ${path}`);
  const sitemaps = urlForms(set, '/sitemap.xml').map((path) => `Sitemap: ${origin}${path}`);
  // Icons are needed to render pages, which crawlers do.
  return ['User-agent: *', 'Allow: /api/_nuxt_icon/', 'Disallow: /api/', ...closed, '', ...sitemaps, ''].join('\n');
}
