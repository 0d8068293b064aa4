import type { PublicationCard } from '../content/publication.ts';
import type { Locale } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import { itemPath, listingPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SitemapPage } from './sitemap.ts';

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
  for (const { key, appearsAs } of config.contentTypes) {
    if (appearsAs !== 'collection') continue;
    const page: SitemapPage = { paths: {}, lastModified: {} };
    for (const { code } of config.locales) page.paths[code] = listingPath(config, code, key);
    listings.set(key, page);
  }

  return {
    add(card) {
      const { language, contentLanguage, type, itemId, publishedAt } = card;
      const appearsAs = config.contentTypes.find(({ key }) => key === type)?.appearsAs;
      touch(home, language, publishedAt);
      const list = listings.get(type);
      if (list) touch(list, language, publishedAt);
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
