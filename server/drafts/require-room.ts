import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import type { HasRoom } from '#core/drafts/item-room.ts';

/**
 * Lets a program's change of an item's drafts pass that its snapshot has room for, or that makes no part longer.
 * @param readFormer the item as the changed drafts said it before; asked for a long item alone
 * @throws {InvalidWrite}
 */
export function requireRoom(hasRoom: HasRoom, next: Item, readFormer: () => Item): void {
  if (!hasRoom(next, readFormer)) throw new InvalidWrite(PART_TOO_LONG);
}
