import type { FieldValues, LanguageContent } from '../content/item.ts';
import type { Locale } from '../locales/locale.ts';
import type { MinorEdit, TranslationLinks } from '../translation/translation-link.ts';

/** One language of an item as its draft says it, finished or not. */
export interface LanguageDraft extends LanguageContent {
  links: TranslationLinks;
  minorEdits: MinorEdit[];
}

/** What the languages of an item share, as the draft says it. */
export interface SharedDraft {
  tags: string[];
  cover?: { media: string; alt: { [locale: Locale]: string } };
  fields: FieldValues;
}

/** Members that are missing stay as they are; `null` among fields, or as the cover, takes the value away. */
export type LanguageChange = Partial<Omit<LanguageDraft, 'seo' | 'fields'>> & {
  seo?: { title?: string; description?: string };
  fields?: FieldValues;
};

export type SharedChange = Partial<Omit<SharedDraft, 'cover'>> & { cover?: SharedDraft['cover'] | null };

/** Most bytes of a draft with its history: some ten times the longest text that can be published. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;

/** Thrown by a change that a draft has no room for. Nothing of it was written. */
export class DraftTooLarge extends Error {
  override name = 'DraftTooLarge';
  constructor() {
    super(`A draft may have at most ${MAX_DRAFT_BYTES} bytes`);
  }
}

/** Who a change is put down to. */
export interface ChangedBy {
  id: string;
  name: string;
}

/**
 * The port through which programs read and write drafts: the same documents that editors have open, so that each sees
 * the other's change arrive. A change is durable and in the item's snapshot when it resolves; one that makes an item longer
 * than it may be is refused with `InvalidWrite`, and nothing of it is kept. People who type are not refused: where drafts
 * say more than an item may hold, its snapshot stays as it was until a change makes them short enough. A text is changed
 * where it differs, not replaced, so that what somebody types elsewhere in it at the same moment stays.
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
   * Brings the item's snapshot up to date with what has been typed until now.
   * @returns `false` where the item may not hold that, and stays as it was
   */
  settle(itemId: string): Promise<boolean>;
  /** Ends every open editor of an item and forgets its drafts. */
  remove(itemId: string): Promise<void>;
}
