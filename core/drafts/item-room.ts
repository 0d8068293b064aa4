import type { Item } from '../content/item.ts';
import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import type { Locale } from '../locales/locale.ts';
import { isLongerThan } from '../rich-text/rich-text-schema.ts';
import { type DraftPartName, SHARED } from './draft-name.ts';

/** Maximum bytes that a snapshot adds to the drafts: editor data and translation states. Source: Meki's own. */
const ADDED_BYTES = 5_000;

/** Of these, the bytes that are left for schedules and publications when a conversation about a review is added. */
const STATE_BYTES = 1_000;

/** Whether an item may be stored to which a request for review or its answer was added. */
export function hasRoomForReview(next: Item): boolean {
  return !isLongerThan(next, MAX_ITEM_BYTES - STATE_BYTES);
}

/**
 * Bytes reserved for each language and for the shared part, whatever the others use. Source: Meki's own; enough for the longest
 * text that can be published, with an ordinary share of formats. With many languages, each gets an equal share.
 */
const KEPT_BYTES = { language: 250_000, shared: 50_000 };

/**
 * Whether an item may be stored after some of its parts changed. An item is one document, so its parts share the maximum size:
 * the reserved size of each part stays available to it. A part that did not grow is always accepted, so that texts can be
 * shortened.
 * @param readFormer the previous item; called only for a long item
 */
export type HasRoom = (next: Item, readFormer: () => Item) => boolean;

/** @param locales the languages of the site */
export function createHasRoom(locales: readonly Locale[]): HasRoom {
  const whole = MAX_ITEM_BYTES - ADDED_BYTES;
  const languageBytes = Math.min(KEPT_BYTES.language, Math.floor((whole - KEPT_BYTES.shared) / locales.length));
  const keptFor = (part: DraftPartName) => (part === SHARED ? KEPT_BYTES.shared : languageBytes);

  return (next, readFormer) => {
    if (isSmall(next)) return true;
    const sizes = sizesOf(next);
    const parts = new Set([...locales, SHARED, ...sizes.keys()]);
    const taken = [...parts].reduce((sum, part) => sum + Math.max(sizes.get(part) ?? 0, keptFor(part)), 0);
    if (taken <= whole) return true;
    const before = sizesOf(readFormer());
    // Older items may exceed the reserved sizes: a part within its own reserve may grow while the item has room.
    const isLeft = [...sizes.values()].reduce((sum, size) => sum + size, 0) <= whole;
    return sizes
      .entries()
      .every(([part, size]) => size <= (before.get(part) ?? 0) || (isLeft && size <= keptFor(part)));
  };
}

/** Whether no part can exceed its reserve. */
function isSmall(item: Item): boolean {
  return !isLongerThan(item, KEPT_BYTES.shared);
}

function sizesOf({ languages, ...shared }: Item): Map<DraftPartName, number> {
  const sizes = new Map<DraftPartName, number>([[SHARED, bytesOf(shared)]]);
  for (const [language, content] of Object.entries(languages)) sizes.set(language, bytesOf(content));
  return sizes;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}
