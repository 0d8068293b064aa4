import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { MinorEdit, TranslationLinks } from './translation-link.ts';
import type { TranslationCounts } from './translation-report.ts';

/** How a language of an item stands. `missing` is the absence of the language. */
export type LanguageState = 'draft' | 'published' | 'changed' | 'scheduled' | 'archived';

export type FieldValues = { [key: string]: JsonValue };

/** The picture of an item. What it shows, each language says for itself. */
export interface Cover {
  /** The id of a media document. */
  media: string;
}

/** What one language of an item says. */
export interface LanguageContent {
  title: string;
  slug: string;
  summary: string;
  body: RichText;
  seo: { title?: string; description?: string };
  /** What the item's cover shows. It stays where there is no cover (any more), and counts for nothing then. */
  coverAlt?: string;
  /** The localized fields. */
  fields: FieldValues;
}

/** What is to happen to a language by itself, and what became of it when it fell due. */
export interface Schedule {
  /** Milliseconds since 1970. */
  publishAt?: number;
  /** Who asked for it; their right is asked again when it falls due. */
  publishBy?: { id: string; name: string };
  unpublishAt?: number;
  unpublishBy?: { id: string; name: string };
  /** Who asked for either, as schedules were kept formerly. */
  by?: { id: string; name: string };
  /** The last act that fell due and could not be done. */
  failed?: ScheduleFailure;
}

export interface ScheduleFailure {
  act: 'publish' | 'unpublish';
  /** Milliseconds since 1970. */
  at: number;
  /** `forbidden`: whoever asked may not any more. `invalid`: a check fails, `codes` says which. `conflict`: try again. */
  reason: 'forbidden' | 'invalid' | 'conflict';
  codes: string[];
}

/**
 * One language of an item: its text as it stands in the workshop, finished or not, and what of it is public. The text is
 * a snapshot of the draft, taken within a second of what is typed.
 */
export interface ItemLanguage extends LanguageContent {
  state: LanguageState;
  /** What the text was translated from; empty or missing for the source. */
  links?: TranslationLinks;
  /** On the source: changes that translations need not follow. */
  minorEdits?: MinorEdit[];
  /** How the text stands to the source's; missing for the source. */
  translation?: TranslationCounts;
  /** Of the contents at the last snapshot: another hash tells that a program wrote to the item and not to the draft. */
  draftHash?: string;
  schedule?: Schedule;
  /** The slug under which it is public now. */
  publishedSlug?: string;
  /** Milliseconds since 1970. Set at the first publication, and never changed by later ones. */
  firstPublishedAt?: number;
  publishedAt?: number;
  /** The number of the last publication; 0 before the first. */
  revision: number;
}

/** `trashedAt` of an item that is being deleted for good: nothing brings it back, and a sweep ends what broke off. */
export const PURGING = 0;

/** An item of content: two complete documents of one thing, and what they share. Stored as `items/{id}`. */
export interface Item {
  id: string;
  type: string;
  sourceLanguage: Locale;
  /**
   * What names the item in feeds: a random text, made when it is first published. Missing for items that were public before
   * there was one, and for imported ones, whose id was chosen and not made from a draft: feeds name those by their id.
   */
  entryId?: string;
  /** The line under the title. */
  author?: string;
  /** The account that created it, and what it was called. */
  authorId?: string;
  authorName?: string;
  /** Milliseconds since 1970. */
  createdAt?: number;
  /** When somebody last changed it, and who. */
  editedAt?: number;
  editedBy?: { id: string; name: string };
  /** Since when it lies in the trash; `PURGING` once it is being deleted for good. */
  trashedAt?: number;
  /** Of byline, tags, cover and shared fields, as `ItemLanguage.draftHash` is of a language. */
  draftHash?: string;
  tags: string[];
  cover?: Cover;
  /** The shared fields. */
  fields: FieldValues;
  languages: { [locale: Locale]: ItemLanguage };
}
