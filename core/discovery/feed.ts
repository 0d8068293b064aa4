import type { PublicationCard } from '../content/publication.ts';
import { type Locale, localeDefinition } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import { element, writeXml, XML_DECLARATION } from '../markup/xml.ts';
import { itemPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { absoluteUrl } from './sitemap.ts';

/** Number of entries in a feed. */
export const FEED_LENGTH = 30;

export interface FeedOptions {
  config: SiteConfig;
  /** Public origin without a trailing slash. */
  origin: string;
  locale: Locale;
  /** Newest first. */
  cards: PublicationCard[];
  /** The names of published topics, by tag. */
  names?: ReadonlyMap<string, string>;
}

/** An Atom 1.0 feed (RFC 4287) of the newest items in one language's lists. */
export function writeFeed({ config, origin, locale, cards, names }: FeedOptions): string {
  const home = absoluteUrl(origin, localizePath(config, locale, '/'));
  const self = absoluteUrl(origin, localizePath(config, locale, '/feed.xml'));
  const name = config.name[locale] ?? '';
  const language = (code: Locale) => localeDefinition(config, code).language;
  const entries = cards.slice(0, FEED_LENGTH).map((card) => {
    const address = absoluteUrl(origin, itemPath(config, locale, card));
    return element(
      'entry',
      [
        element('id', [entryId(origin, card)]),
        element('title', [card.title]),
        element('link', [], { rel: 'alternate', type: 'text/html', href: address, hreflang: language(locale) }),
        element('published', [isoTime(card.firstPublishedAt)]),
        element('updated', [isoTime(card.publishedAt)]),
        element('summary', [card.summary]),
        ...card.tags.map((tag) =>
          element('category', [], {
            term: tag,
            label: names?.get(tag) ?? config.tags[tag]?.[card.contentLanguage] ?? tag,
          }),
        ),
      ],
      { 'xml:lang': language(card.contentLanguage) },
    );
  });
  const updated = Math.max(0, ...cards.map((card) => card.publishedAt));
  const feed = element(
    'feed',
    [
      element('id', [self]),
      element('title', [name]),
      element('subtitle', [config.description[locale] ?? '']),
      element('link', [], { rel: 'self', type: 'application/atom+xml', href: self }),
      element('link', [], { rel: 'alternate', type: 'text/html', href: home, hreflang: language(locale) }),
      element('updated', [isoTime(updated)]),
      element('author', [element('name', [name]), element('uri', [home])]),
      ...entries,
    ],
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language(locale) },
  );
  return `${XML_DECLARATION}${writeXml(feed)}\n`;
}

/**
 * A tag URI (RFC 4151) that stays the same for the life of the item, whatever its slug. An item id is derived from the first
 * title of its draft, so a random text is used instead; entries that feed readers know by the item id keep it, or they would
 * show up twice.
 */
function entryId(origin: string, { entryId, itemId, language, firstPublishedAt }: PublicationCard): string {
  const date = isoTime(firstPublishedAt).slice(0, 10);
  return `tag:${new URL(origin).hostname},${date}:${language}/${entryId ?? encodeURIComponent(itemId)}`;
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
