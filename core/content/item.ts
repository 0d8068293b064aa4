import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { MinorEdit, TranslationLinks } from './translation-link.ts';
import type { TranslationCounts } from './translation-report.ts';

/** The states of a language of an item. A language that does not exist counts as `missing`. */
export type LanguageState = 'draft' | 'published' | 'changed' | 'scheduled' | 'archived';

export type FieldValues = { [key: string]: JsonValue };

/** The cover picture of an item. Its alternative text is localized. */
export interface Cover {
  /** Id of a media document. */
  media: string;
}

/** The content of one language of an item. */
export interface LanguageContent {
  title: string;
  slug: string;
  summary: string;
  body: RichText;
  seo: { title?: string; description?: string };
  /** Alternative text of the cover. Kept when there is no cover, and ignored then. */
  coverAlt?: string;
  /** The localized fields. */
  fields: FieldValues;
}

/** The scheduled actions of a language, and the result of the last one that was due. */
export interface Schedule {
  /** Milliseconds since 1970. */
  publishAt?: number;
  /** The author; their right is checked again when it is due. */
  publishBy?: { id: string; name: string };
  unpublishAt?: number;
  unpublishBy?: { id: string; name: string };
  /** Legacy: the author of both actions. */
  by?: { id: string; name: string };
  /** The last scheduled action that failed. */
  failed?: ScheduleFailure;
}

export interface ScheduleFailure {
  action: 'publish' | 'unpublish';
  /** Milliseconds since 1970. */
  at: number;
  /**
   * `forbidden`: the author no longer has the right. `invalid`: checks failed, listed in `codes`. `conflict`: a retry may
   * succeed.
   */
  reason: 'forbidden' | 'invalid' | 'conflict';
  codes: string[];
}

/**
 * One language of an item: its current text, finished or not, and its publication state. The text is a snapshot of the draft,
 * taken within a second after typing.
 */
export interface ItemLanguage extends LanguageContent {
  state: LanguageState;
  /** What the text was translated from; empty or missing on the source. */
  links?: TranslationLinks;
  /** On the source: changes that translations need not follow. */
  minorEdits?: MinorEdit[];
  /** The state of the translation; missing on the source. */
  translation?: TranslationCounts;
  /**
   * Hash of the contents at the last snapshot: a different hash means that a program wrote to the item and not to the draft.
   */
  draftHash?: string;
  schedule?: Schedule;
  /** The slug of the current publication. */
  publishedSlug?: string;
  /** Milliseconds since 1970. Set at the first publication and never changed. */
  firstPublishedAt?: number;
  publishedAt?: number;
  /** The number of the latest revision; 0 before the first. */
  revision: number;
}

/**
 * `trashedAt` of an item that is being deleted permanently: it cannot be restored, and a job finishes interrupted deletions.
 */
export const PURGING = 0;

/** An item of content: a text per language, and shared fields. Stored as `items/{id}`. */
export interface Item {
  id: string;
  type: string;
  sourceLanguage: Locale;
  /**
   * Id of the item in feeds: a random text, created at the first publication. Missing for items published before this existed
   * and for imported ones, whose id was chosen and not derived from a draft: feeds use their item id.
   */
  entryId?: string;
  /** The byline. */
  author?: string;
  /** The account that created it, and its name at the time. */
  authorId?: string;
  authorName?: string;
  /** Milliseconds since 1970. */
  createdAt?: number;
  /** Time and author of the last change. */
  editedAt?: number;
  editedBy?: { id: string; name: string };
  /** When it was moved to the trash; `PURGING` while it is being deleted permanently. */
  trashedAt?: number;
  /** Hash of byline, tags, cover and shared fields, like `ItemLanguage.draftHash` for a language. */
  draftHash?: string;
  tags: string[];
  cover?: Cover;
  /** The shared fields. */
  fields: FieldValues;
  languages: { [locale: Locale]: ItemLanguage };
}
