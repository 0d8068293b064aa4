import { expect, test } from 'vitest';
import type { Item } from '#core/content/item.ts';
import { MAX_ITEM_BYTES } from '#core/content/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { requireRoom } from './require-room.ts';

const item = (letters: number): Item => ({
  id: 'a',
  type: 'notice',
  sourceLanguage: 'es',
  tags: [],
  fields: { note: 'x'.repeat(letters) },
  languages: {},
});

test.each([
  ['adds to an item that has room', 2, 1, true],
  ['makes an item too long', MAX_ITEM_BYTES, 1, false],
  ['adds to an item that is too long', MAX_ITEM_BYTES + 1, MAX_ITEM_BYTES, false],
  ['adds nothing to an item that is too long', MAX_ITEM_BYTES, MAX_ITEM_BYTES, true],
  ['takes from an item that is too long', MAX_ITEM_BYTES, MAX_ITEM_BYTES + 1, true],
])('a change that %s', (_, next, former, passes) => {
  const change = () => requireRoom(item(next), () => item(former));
  if (passes) change();
  else expect(change).toThrow(InvalidWrite);
});
