import type { Item } from '../content/item.ts';
import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import type { Locale } from '../locales/locale.ts';
import { isLongerThan } from '../rich-text/rich-text-schema.ts';
import { type DraftPartName, SHARED } from './draft-name.ts';

/** Most bytes that a snapshot adds to what its drafts say: who edited it, and how its translations stand. Source: Meki's own. */
const ADDED_BYTES = 5_000;

/**
 * Bytes that are kept for each language, and for what all share, whatever the others hold. Source: Meki's own; a language has
 * room for the longest text that can be published. With many languages, each has an equal part of the whole.
 */
const KEPT_BYTES = { language: 250_000, shared: 50_000 };

/**
 * Whether an item may be stored after some of its parts changed. An item is one document: what one part takes, the others
 * lack. So what is kept for each part stays free for it, unless the part itself takes it. A part that became no longer
 * always may, so that what is too long can be made shorter.
 * @param readFormer the item before; asked for a long item alone
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
    // Items from before room was kept may be fuller: a part within its own room may grow while there is any.
    const isLeft = [...sizes.values()].reduce((sum, size) => sum + size, 0) <= whole;
    return sizes
      .entries()
      .every(([part, size]) => size <= (before.get(part) ?? 0) || (isLeft && size <= keptFor(part)));
  };
}

/** No part of it can take more than what is kept for any. */
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
