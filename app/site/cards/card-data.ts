import type { PublicationCard } from '#core/content/publication.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageServices } from '../../context/context.ts';
import { formatDate, formatDay } from '../../i18n/format-date.ts';
import { type PictureData, readPictures } from '../pictures/picture-data.ts';

export interface TagLink {
  tag: string;
  label: string;
  /** The listing of the items that have it. */
  href: string;
  /** The page of the topic, if it is published. */
  topicHref?: string;
}

/** The data of an item's card. */
export interface CardData {
  href: string;
  title: string;
  summary: string;
  /** The BCP 47 tag of the text, if it is not in the page's language. */
  language?: string;
  picture?: PictureData;
  /** When it was published: in milliseconds since 1970, and the day in words. */
  publishedAt: number;
  publishedOn: string;
  /** The date that the listing is sorted by, as `2026-03-01` and in words. */
  date?: { value: string; text: string };
}

/** The data of cards, in their order. Their pictures are decorative: the title tells what they show. */
export async function cardsData(services: PageServices, locale: Locale, cards: PublicationCard[]): Promise<CardData[]> {
  const [pictures, timeZone] = await Promise.all([
    readPictures(
      services,
      locale,
      cards.flatMap(({ cover }) => cover?.media ?? []),
    ),
    services.content.setting('time-zone'),
  ]);
  return cards.map((card) =>
    cardData(services, locale, { card, timeZone }, pictures.get(card.cover?.media ?? '')?.picture),
  );
}

function cardData(
  { config }: PageServices,
  locale: Locale,
  { card, timeZone }: { card: PublicationCard; timeZone: string },
  picture: PictureData | undefined,
): CardData {
  return {
    href: itemPath(config, locale, card),
    title: card.title,
    summary: card.summary,
    ...(card.contentLanguage === locale ? {} : { language: localeDefinition(config, card.contentLanguage).language }),
    ...(picture ? { picture } : {}),
    publishedAt: card.firstPublishedAt,
    publishedOn: formatDate(localeDefinition(config, locale).language, card.firstPublishedAt, timeZone),
    ...dateOf(config, locale, card),
  };
}

function dateOf(config: SiteConfig, locale: Locale, { type, fields }: PublicationCard): Pick<CardData, 'date'> {
  const { fields: known = [], listing } = config.contentTypes.find(({ key }) => key === type) ?? {};
  const field = known.find(({ key, kind }) => key === listing?.sortBy && kind === 'date');
  const value = field && fields[field.key];
  if (typeof value !== 'string' || value === '') return {};
  const text = formatDay(localeDefinition(config, locale).language, value);
  return { date: { value, text } };
}

/**
 * The labels of tags in a language: the names of published topics, else those of the file; with the addresses of the filtered
 * listing, and of the topics' pages.
 */
export async function tagLinks(
  { config, content }: PageServices,
  locale: Locale,
  type: string,
  tags: readonly string[],
): Promise<TagLink[]> {
  const topics = await content.topics(locale, tags);
  return tags.map((tag) => {
    const topic = topics.get(tag);
    return {
      tag,
      label: topic?.title ?? config.tags[tag]?.[locale] ?? tag,
      href: `${listingPath(config, locale, type)}?tag=${encodeURIComponent(tag)}`,
      ...(topic && { topicHref: itemPath(config, locale, topic) }),
    };
  });
}
