import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import type { HasRoom } from '#core/drafts/item-room.ts';

/**
 * Accepts a program's change of an item's drafts if the item can store it, or if no part grew.
 * @param readFormer the item with the drafts' previous contents; called only for a long item
 * @throws {InvalidWrite}
 */
export function requireRoom(hasRoom: HasRoom, next: Item, readFormer: () => Item): void {
  if (!hasRoom(next, readFormer)) throw new InvalidWrite(PART_TOO_LONG);
}
