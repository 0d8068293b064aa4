import type { PublicationCard } from '#core/content/publication.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageServices } from '../../context/context.ts';
import { formatDay } from '../../i18n/format-date.ts';
import { type PictureData, readPictures } from '../pictures/picture-data.ts';

export interface TagLink {
  tag: string;
  label: string;
  href: string;
}

/** The data of an item's card. */
export interface CardData {
  href: string;
  title: string;
  summary: string;
  /** The BCP 47 tag of the text, if it is not in the page's language. */
  language?: string;
  picture?: PictureData;
  /** Milliseconds since 1970. */
  publishedAt: number;
  /** The date that the listing is sorted by, as `2026-03-01` and in words. */
  date?: { value: string; text: string };
}

/** The data of cards, in their order. Their pictures are decorative: the title tells what they show. */
export async function cardsData(services: PageServices, locale: Locale, cards: PublicationCard[]): Promise<CardData[]> {
  const pictures = await readPictures(
    services,
    locale,
    cards.flatMap(({ cover }) => cover?.media ?? []),
  );
  return cards.map((card) => cardData(services, locale, card, pictures.get(card.cover?.media ?? '')?.picture));
}

function cardData(
  { config }: PageServices,
  locale: Locale,
  card: PublicationCard,
  picture: PictureData | undefined,
): CardData {
  return {
    href: itemPath(config, locale, card),
    title: card.title,
    summary: card.summary,
    ...(card.contentLanguage === locale ? {} : { language: localeDefinition(config, card.contentLanguage).language }),
    ...(picture ? { picture } : {}),
    publishedAt: card.firstPublishedAt,
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

/** The label of a tag in a language, and the address of the filtered listing. */
export function tagLink({ config }: PageServices, locale: Locale, type: string, tag: string): TagLink {
  return {
    tag,
    label: config.tags[tag]?.[locale] ?? tag,
    href: `${listingPath(config, locale, type)}?tag=${encodeURIComponent(tag)}`,
  };
}
