import type { Cover, FieldValues, Item, LanguageContent } from '../content/item.ts';
import type { MinorEdit, TranslationLinks } from '../content/translation-link.ts';
import { InvalidWrite, isErrorNamed } from '../documents/errors.ts';
import type { Locale } from '../locales/locale.ts';
import type { OpenedDraft } from './draft-log.ts';
import type { DraftPartName } from './draft-name.ts';
import { MAX_DRAFT_BYTES } from './draft-shape.ts';

/** One language of an item in its draft, finished or not. */
export interface LanguageDraft extends LanguageContent {
  links: TranslationLinks;
  minorEdits: MinorEdit[];
}

/** The shared part of an item in its draft. */
export interface SharedDraft {
  /** The byline of every language that has none of its own. */
  author?: string;
  tags: string[];
  cover?: Cover;
  fields: FieldValues;
}

/** Missing members stay unchanged; an empty text, and `null` for a field or the cover, deletes the value. */
export type LanguageChange = Partial<Omit<LanguageDraft, 'seo' | 'fields'>> & {
  seo?: { title?: string; description?: string };
  fields?: FieldValues;
};

/** `withTags` and `withoutTags` add and remove tags without affecting others, including concurrent additions. */
export type SharedChange = Partial<Omit<SharedDraft, 'cover'>> & {
  cover?: SharedDraft['cover'] | null;
  withTags?: readonly string[];
  withoutTags?: readonly string[];
};

/** A program's change of several drafts of an item. */
export interface DraftsChange {
  languages?: { [locale: Locale]: LanguageChange };
  shared?: SharedChange;
}

/** Thrown if a change exceeds the maximum size of a draft. Nothing of it was written. */
export class DraftTooLarge extends Error {
  override name = 'DraftTooLarge';
  constructor() {
    super(`A draft may have at most ${MAX_DRAFT_BYTES} bytes`);
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('DraftTooLarge', value);
  }
}

/** Whether a change of a draft was refused because the draft or its item would be too large. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DraftTooLarge || error instanceof InvalidWrite;
}

/** The author of a change. */
export interface ChangedBy {
  id: string;
  name: string;
}

/** An item with everything typed so far, as it was read or written after its drafts were settled. */
export interface SettledItem {
  item: Item;
  /** Version of the item's document. */
  version: number;
  /** The parts whose drafts are too long for the item, so that it still has what they said before. */
  refused: readonly DraftPartName[];
  /** Its drafts as they were read with it: a change that follows begins with them. */
  opened?: ReadonlyMap<DraftPartName, OpenedDraft>;
}

/**
 * The port through which programs read and write the drafts that editors have open; both see each other's changes. When a
 * change resolves, it is durable and in the item's snapshot. A change that makes a part of an item too long (`item-room.ts`) is
 * refused with `InvalidWrite`, and nothing of it is stored. Typing is never refused: a part that is too long keeps its last
 * snapshot until it is shortened, and changes by programs to that part are meanwhile only in its draft, as `settle` reports.
 * Other parts are not affected. A text is changed by its differences, not replaced, so that concurrent typing elsewhere in it
 * is kept. Permissions are not checked here; use cases do that.
 */
export interface Drafts {
  /** @param known the item if the caller has just settled it, which then is not read again; so in the other methods */
  readLanguage(itemId: string, language: Locale, known?: SettledItem): Promise<LanguageDraft>;
  readShared(itemId: string): Promise<SharedDraft>;
  /**
   * @param change or what makes it of the draft as it is; `undefined` for none
   * @returns the item with the change; `undefined` where it must be read
   * @throws {DraftTooLarge}
   */
  changeLanguage(
    itemId: string,
    language: Locale,
    change: LanguageChange | ((draft: LanguageDraft) => LanguageChange | undefined),
    by: ChangedBy,
    known?: SettledItem,
  ): Promise<SettledItem | undefined>;
  /** The same for the shared part. @throws {DraftTooLarge} */
  changeShared(
    itemId: string,
    change: SharedChange | ((draft: SharedDraft) => SharedChange | undefined),
    by: ChangedBy,
    known?: SettledItem,
  ): Promise<SettledItem | undefined>;
  /**
   * Changes several drafts of an item: all of them, or none if they would be too large together.
   * @throws {DraftTooLarge}
   */
  changeItem(itemId: string, change: DraftsChange, by: ChangedBy): Promise<void>;
  /** Updates the item's snapshot with everything typed so far, and reads it; `undefined` if there is none. */
  settle(itemId: string): Promise<SettledItem | undefined>;
  /** Closes all open editors of an item and deletes its drafts. */
  remove(itemId: string): Promise<void>;
}
