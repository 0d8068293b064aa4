import type { PublicationCard } from '../content/publication.ts';
import { type Locale, type LocaleSet, localeDefinition } from '../locales/locale.ts';
import { localizePath, urlForms } from '../locales/localized-path.ts';
import { element, writeXml, XML_DECLARATION, type XmlElement } from '../markup/xml.ts';
import { itemPath, listingPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { topicType } from '../site/topic-type.ts';

/** A page of the site, with all its languages. */
export interface SitemapPage {
  /** Canonical path per language. */
  paths: { [locale: Locale]: string };
  /** Milliseconds since 1970, per language. */
  lastModified: { [locale: Locale]: number };
}

export interface SitemapOptions {
  set: LocaleSet;
  /** Public origin without a trailing slash. */
  origin: string;
  /** The path of the sitemap itself. */
  path: string;
  /** Lists only addresses of this language; default: all. */
  locale?: Locale;
  limits?: SitemapLimits;
}

export interface SitemapLimits {
  urls: number;
  /** Per file, uncompressed. */
  bytes: number;
}

/** Source: sitemaps.org, protocol, "Using Sitemap index files". */
const LIMITS: SitemapLimits = { urls: 50_000, bytes: 52_428_800 };

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const OPENING = `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
const CLOSING = '</urlset>\n';

/**
 * The files of a sitemap. The first one is served at its path: the whole sitemap, or if that exceeds one file, an index of the
 * others, which are served at `?part=1` and up.
 */
export async function writeSitemap(
  pages: Iterable<SitemapPage> | AsyncIterable<SitemapPage>,
  options: SitemapOptions,
): Promise<string[]> {
  const { origin, path, limits = LIMITS } = options;
  const encoder = new TextEncoder();
  const frame = encoder.encode(OPENING + CLOSING).length;
  let part: string[] = [];
  let size = frame;
  const parts = [part];
  for await (const page of pages) {
    for (const entry of writeEntries(page, options)) {
      const bytes = encoder.encode(entry).length;
      if (part.length > 0 && (part.length === limits.urls || size + bytes > limits.bytes)) {
        part = [];
        parts.push(part);
        size = frame;
      }
      part.push(entry);
      size += bytes;
    }
  }
  const files = parts.map((entries) => OPENING + entries.join('') + CLOSING);
  if (files.length === 1) return files;
  const index = files.map((_, number) => element('sitemap', [element('loc', [`${origin}${path}?part=${number + 1}`])]));
  return [`${XML_DECLARATION}${writeXml(element('sitemapindex', index, { xmlns: NAMESPACE }))}\n`, ...files];
}

/** The language for readers without a preference (x-default). */
function defaultLanguage(set: LocaleSet, languages: Locale[]): Locale | undefined {
  return languages.includes(set.defaultLocale) ? set.defaultLocale : languages[0];
}

function writeEntries(page: SitemapPage, { set, origin, locale }: SitemapOptions): string[] {
  const languages = set.locales.map(({ code }) => code).filter((code) => page.paths[code] !== undefined);
  const address = (code: Locale) => absoluteUrl(origin, page.paths[code] ?? '/');
  const alternates = languages.map((code) => alternate(localeDefinition(set, code).language, address(code)));
  const fallback = defaultLanguage(set, languages);
  if (fallback !== undefined) alternates.push(alternate('x-default', address(fallback)));
  return languages
    .filter((code) => locale === undefined || code === locale)
    .map((code) => {
      const changed = page.lastModified[code];
      // The schema requires this order.
      const children = [
        element('loc', [address(code)]),
        ...(changed === undefined ? [] : [element('lastmod', [new Date(changed).toISOString()])]),
        ...(languages.length > 1 ? alternates : []),
      ];
      return `${writeXml(element('url', children))}\n`;
    });
}

function alternate(hreflang: string, href: string): XmlElement {
  return element('xhtml:link', [], { rel: 'alternate', hreflang, href });
}

/** The absolute, percent-encoded URL of a path. */
export function absoluteUrl(origin: string, path: string): string {
  if (/^[\w./-]*$/.test(path)) return origin + path;
  return new URL(path, `${origin}/`).href;
}

/** Collects the public pages for the sitemap. */
export interface SitemapPages {
  /** Adds a publication card of any language. */
  add(card: PublicationCard): void;
  /** The home page, the listings, the pages that are written as code, then the items in the order added. */
  all(): Iterable<SitemapPage>;
}

/** Leaves out pages that are not published, and those whose content is in another language than their address. */
export function createSitemapPages(config: SiteConfig): SitemapPages {
  const home: SitemapPage = { paths: {}, lastModified: {} };
  const listings = new Map<string, SitemapPage>();
  const items = new Map<string, SitemapPage>();
  const ownPages = Object.keys(config.pages ?? {}).map((path): SitemapPage => {
    const paths = config.locales.map(({ code }) => [code, localizePath(config, code, `/${path}`)]);
    return { paths: Object.fromEntries(paths), lastModified: {} };
  });
  const topics = topicType(config)?.key;
  for (const { key, appearsAs } of config.contentTypes) {
    if (appearsAs !== 'collection') continue;
    const page: SitemapPage = { paths: {}, lastModified: {} };
    // Topics have a listing where one is published.
    for (const { code } of key === topics ? [] : config.locales) page.paths[code] = listingPath(config, code, key);
    listings.set(key, page);
  }

  return {
    add(card) {
      const { language, contentLanguage, type, itemId, publishedAt } = card;
      const appearsAs = config.contentTypes.find(({ key }) => key === type)?.appearsAs;
      touch(home, language, publishedAt);
      const list = listings.get(type);
      if (list) touch(list, language, publishedAt);
      if (list && type === topics) list.paths[language] = listingPath(config, language, type);
      if (contentLanguage !== language || (appearsAs !== 'collection' && appearsAs !== 'page')) return;
      const isHome = appearsAs === 'page' && itemId === 'home';
      const page = isHome ? home : (items.get(itemId) ?? { paths: {}, lastModified: {} });
      page.paths[language] = itemPath(config, language, card);
      touch(page, language, publishedAt);
      if (!isHome) items.set(itemId, page);
    },
    *all() {
      yield home;
      yield* listings.values();
      yield* ownPages;
      yield* items.values();
    },
  };
}

function touch(page: SitemapPage, locale: Locale, at: number): void {
  page.lastModified[locale] = Math.max(page.lastModified[locale] ?? 0, at);
}

/** Paths that crawlers do not need: the admin area, and endless search results. */
const CLOSED = ['/admin', '/search'];

/**
 * The text of `/robots.txt`. A site that search engines may not have is closed by a word in its pages, which they must read for it.
 * @param origin without a trailing slash @param isHidden whether they may not have it
 */
export function writeRobots(set: LocaleSet, origin: string, isHidden = false): string {
  const closed = CLOSED.flatMap((path) => urlForms(set, path)).map((path) => `Disallow: ${path}`);
  const sitemaps = isHidden ? [] : urlForms(set, '/sitemap.xml').map((path) => `Sitemap: ${origin}${path}`);
  // Icons are needed to render pages, which crawlers do.
  return ['User-agent: *', 'Allow: /api/_nuxt_icon/', 'Disallow: /api/', ...closed, '', ...sitemaps, ''].join('\n');
}
