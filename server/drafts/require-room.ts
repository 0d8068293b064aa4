import type { Item } from '#core/content/item.ts';
import { ITEM_TOO_LONG, MAX_ITEM_BYTES } from '#core/content/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { isLongerThan } from '#core/rich-text/rich-text-schema.ts';

/** Most bytes that a snapshot adds to what its drafts say: who edited it, and how its translations stand. */
const ADDED_BYTES = 5_000;

/**
 * Lets a change of an item's drafts pass that its snapshot has room for, or that adds nothing.
 * @throws {InvalidWrite}
 */
export function requireRoom(next: Item, readFormer: () => Item): void {
  if (!isLongerThan(next, MAX_ITEM_BYTES - ADDED_BYTES)) return;
  if (JSON.stringify(next).length <= JSON.stringify(readFormer()).length) return;
  throw new InvalidWrite(ITEM_TOO_LONG);
}
