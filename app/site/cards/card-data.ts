import type { PublicationCard, PublishedCover } from '#core/content/publication.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';

export interface PictureData {
  src: string;
  width: number;
  height: number;
  alt: string;
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
  readingMinutes: number;
}

export function cardData({ config }: PageServices, locale: Locale, card: PublicationCard): CardData {
  return {
    href: itemPath(config, locale, card),
    title: card.title,
    summary: card.summary,
    ...(card.contentLanguage === locale ? {} : { language: localeDefinition(config, card.contentLanguage).language }),
    ...(card.cover ? { picture: pictureData(card.cover) } : {}),
    publishedAt: card.firstPublishedAt,
    readingMinutes: card.readingMinutes,
  };
}

/** The address of a cover's file; `original` has the original format. */
export function pictureData(cover: PublishedCover): PictureData {
  return { src: `/media/${cover.media}/original`, width: cover.width, height: cover.height, alt: cover.alt };
}
