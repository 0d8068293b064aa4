import type { Locale } from '../locales/locale.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { FieldValues } from './item.ts';
import type { MinorEdit, TranslationLinks } from './translation-link.ts';

export interface PublishedCover {
  media: string;
  /** Pixels. */
  width: number;
  height: number;
  alt: string;
}

/**
 * One language of one item as the public reads it. Never edited: publishing again replaces it whole.
 * Stored as `publications/{language}:{type}:{slug}`.
 */
export interface Publication {
  itemId: string;
  type: string;
  language: Locale;
  slug: string;
  title: string;
  summary: string;
  body: RichText;
  seo: { title?: string; description?: string };
  /** Shared and localized fields together. */
  fields: FieldValues;
  tags: string[];
  cover?: PublishedCover;
  author?: string;
  sourceLanguage: Locale;
  firstPublishedAt: number;
  publishedAt: number;
  revision: number;
}

/**
 * The card of a publication in the lists of one language: what lists, feeds, the sitemap and related items show,
 * without the text. With the policy `notice`, an item stands in the lists of languages that it lacks too, and
 * `contentLanguage` says which language the card speaks. Written with the publication in one commit.
 * Stored as `listings/{language}:{itemId}`.
 */
export interface Listing {
  /** The language whose lists show the card. */
  language: Locale;
  /** The language that the card and the page speak. */
  contentLanguage: Locale;
  itemId: string;
  /** `Item.entryId` */
  entryId?: string;
  type: string;
  slug: string;
  title: string;
  summary: string;
  fields: FieldValues;
  tags: string[];
  cover?: PublishedCover;
  /** Whole minutes, at least 1. */
  readingMinutes: number;
  firstPublishedAt: number;
  publishedAt: number;
}

/** A former address of an item. It names the item, so that it leads to wherever that lives now. `addresses/{language}:{type}:{slug}`. */
export interface OldAddress {
  itemId: string;
}

/** A publication kept for good, `revisions/{itemId}:{language}:{revision}`, with what only the workshop knows of it. */
export interface Revision extends Publication {
  /** Who published it. */
  by?: { id: string; name: string };
  /** The act that published it: the same for all that became public together. Older revisions have none. */
  act?: string;
  links?: TranslationLinks;
  minorEdits?: MinorEdit[];
}
