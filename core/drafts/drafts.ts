import type { Cover, FieldValues, LanguageContent } from '../content/item.ts';
import type { MinorEdit, TranslationLinks } from '../content/translation-link.ts';
import { isErrorNamed } from '../documents/errors.ts';
import type { Locale } from '../locales/locale.ts';
import type { DraftPartName } from './draft-name.ts';

/** One language of an item as its draft says it, finished or not. */
export interface LanguageDraft extends LanguageContent {
  links: TranslationLinks;
  minorEdits: MinorEdit[];
}

/** What the languages of an item share, as the draft says it. */
export interface SharedDraft {
  /** The line under the title. */
  author?: string;
  tags: string[];
  cover?: Cover;
  fields: FieldValues;
}

/**
 * Members that are missing stay as they are; an empty text, and `null` among fields or as the cover, takes the value away.
 */
export type LanguageChange = Partial<Omit<LanguageDraft, 'seo' | 'fields'>> & {
  seo?: { title?: string; description?: string };
  fields?: FieldValues;
};

/** `withTags` and `withoutTags` add and take away tags and leave the others, also those that somebody else adds meanwhile. */
export type SharedChange = Partial<Omit<SharedDraft, 'cover'>> & {
  cover?: SharedDraft['cover'] | null;
  withTags?: readonly string[];
  withoutTags?: readonly string[];
};

/** What a program changes of several drafts of an item at once. */
export interface DraftsChange {
  languages?: { [locale: Locale]: LanguageChange };
  shared?: SharedChange;
}

/** Most bytes of a draft with its history: some ten times the longest text that can be published. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;

/** Thrown by a change that a draft has no room for. Nothing of it was written. */
export class DraftTooLarge extends Error {
  override name = 'DraftTooLarge';
  constructor() {
    super(`A draft may have at most ${MAX_DRAFT_BYTES} bytes`);
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('DraftTooLarge', value);
  }
}

/** Who a change is put down to. */
export interface ChangedBy {
  id: string;
  name: string;
}

/**
 * The port through which programs read and write drafts: the same documents that editors have open, so that each sees
 * the other's change arrive. A change is durable when it resolves, and in the item's snapshot; one that makes a part of an
 * item longer than it may be (`item-room.ts`) is refused with `InvalidWrite`, and nothing of it is kept. People who type are
 * not refused: a part that says more than the item may hold keeps its last snapshot until changes make it short enough, and
 * what a program writes into that part in the meantime is in its draft alone, which `settle` tells. The other parts are not
 * concerned. A text is changed where it differs, not replaced, so that what somebody types elsewhere in it at the same moment
 * stays.
 * Nobody's right is asked here; use cases do that.
 */
export interface Drafts {
  readLanguage(itemId: string, language: Locale): Promise<LanguageDraft>;
  readShared(itemId: string): Promise<SharedDraft>;
  /** @throws {DraftTooLarge} */
  changeLanguage(itemId: string, language: Locale, change: LanguageChange, by: ChangedBy): Promise<void>;
  /** @throws {DraftTooLarge} */
  changeShared(itemId: string, change: SharedChange, by: ChangedBy): Promise<void>;
  /**
   * Changes several drafts of an item: all of them or, where there is no room for what they say together, none.
   * @throws {DraftTooLarge}
   */
  changeItem(itemId: string, change: DraftsChange, by: ChangedBy): Promise<void>;
  /**
   * Brings the item's snapshot up to date with what has been typed until now.
   * @returns the parts of which the item may not hold that, so that it has them as they were
   */
  settle(itemId: string): Promise<readonly DraftPartName[]>;
  /** Ends every open editor of an item and forgets its drafts. */
  remove(itemId: string): Promise<void>;
}
