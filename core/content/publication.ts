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
 * One language of one item as published. Immutable: publishing again replaces it. Stored as
 * `publications/{language}:{type}:{slug}`.
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
 * The card of a publication in the lists of one language: what lists, feeds, the sitemap and related items show, without the
 * text. With the policy `notice`, an item also appears in the lists of languages that it does not have, and `contentLanguage`
 * is the language of the card. Written in the same commit as the publication. Stored as `publication-cards/{language}:{itemId}`.
 */
export interface PublicationCard {
  /** The language of the lists that show the card. */
  language: Locale;
  /** The language of the card and the page. */
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
  /** In whole minutes, at least 1. */
  readingMinutes: number;
  firstPublishedAt: number;
  publishedAt: number;
}

/**
 * A former address of an item. It refers to the item, so that it redirects to its current address.
 * `addresses/{language}:{type}:{slug}`.
 */
export interface OldAddress {
  itemId: string;
}

/** A permanent copy of a publication, `revisions/{itemId}:{language}:{revision}`, with internal data. */
export interface Revision extends Publication {
  /** The author of the publication. */
  by?: { id: string; name: string };
  /** Id of the publishing action: the same for everything published together. Missing on older revisions. */
  actionId?: string;
  links?: TranslationLinks;
  minorEdits?: MinorEdit[];
}
