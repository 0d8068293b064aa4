import type { JsonValue } from '../documents/document-store.ts';
import type { Locale, Localized } from '../locales/locale.ts';
import type { RichText } from '../rich-text/rich-text.ts';

/** How a language of an item stands. `missing` is the absence of the language. */
export type LanguageState = 'draft' | 'published' | 'changed' | 'scheduled' | 'archived';

export type FieldValues = { [key: string]: JsonValue };

export interface Cover {
  /** The id of a media document. */
  media: string;
  /** What the picture shows, per language; empty for a picture that only adorns. */
  alt: Localized;
}

/** What one language of an item says. */
export interface LanguageContent {
  title: string;
  slug: string;
  summary: string;
  body: RichText;
  seo: { title?: string; description?: string };
  /** The localized fields. */
  fields: FieldValues;
}

/** One language of an item: its text as it stands in the workshop, and what of it is public. */
export interface ItemLanguage extends LanguageContent {
  state: LanguageState;
  /** The slug under which it is public now. */
  publishedSlug?: string;
  /** Milliseconds since 1970. Set at the first publication, and never changed by later ones. */
  firstPublishedAt?: number;
  publishedAt?: number;
  /** The number of the last publication; 0 before the first. */
  revision: number;
}

/** An item of content: two complete documents of one thing, and what they share. Stored as `items/{id}`. */
export interface Item {
  id: string;
  type: string;
  sourceLanguage: Locale;
  author?: string;
  tags: string[];
  cover?: Cover;
  /** The shared fields. */
  fields: FieldValues;
  languages: { [locale: Locale]: ItemLanguage };
}
