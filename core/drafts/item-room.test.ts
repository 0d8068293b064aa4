import { expect, test } from 'vitest';
import type { Item, ItemLanguage } from '../content/item.ts';
import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { createHasRoom } from './item-room.ts';

/** An item whose Spanish, English and shared part have this many characters. */
const item = (es: number, en = 0, shared = 0): Item => {
  const language = (letters: number) => ({ summary: 'x'.repeat(letters) }) as ItemLanguage;
  return {
    id: 'a',
    type: 'notice',
    sourceLanguage: 'es',
    tags: [],
    fields: { note: 'x'.repeat(shared) },
    languages: { es: language(es), en: language(en) },
  };
};
const hasRoom = createHasRoom(['es', 'en']);

test.each([
  ['adds to an item that has room', item(2), item(1), true],
  ['makes an item too long', item(MAX_ITEM_BYTES), item(1), false],
  ['adds to an item that is too long', item(MAX_ITEM_BYTES + 1), item(MAX_ITEM_BYTES), false],
  ['adds nothing to an item that is too long', item(MAX_ITEM_BYTES), item(MAX_ITEM_BYTES), true],
  ['takes from an item that is too long', item(MAX_ITEM_BYTES), item(MAX_ITEM_BYTES + 1), true],
  ['takes what is kept for no other part', item(690_000), item(1), true],
  ['takes what is kept for another language', item(700_000), item(1), false],
  ['fills what is kept for it', item(690_000, 249_000, 49_000), item(690_000), true],
  ['takes what is kept for what all share', item(500_000, 480_000), item(500_000), false],
  ['moves a long text to another language', item(1, 600_000), item(600_000, 1), true],
  [
    'adds to a part with room of its own, where another one has more than it may',
    item(740_000, 240_000),
    item(740_000),
    true,
  ],
  ['adds to that other one', item(740_001, 0), item(740_000), false],
])('a change that %s', (_, next, former, passes) => {
  expect(hasRoom(next, () => former)).toBe(passes);
});

test('with many languages, each has an equal part of the item', () => {
  const locales = Array.from({ length: 9 }, (_, index) => `l${index}`);
  const of = (letters: number): Item => ({
    ...item(0),
    languages: { l0: { summary: 'x'.repeat(letters) } as ItemLanguage },
  });
  expect(createHasRoom(locales)(of(104_000), () => of(0))).toBe(true);
  expect(createHasRoom(locales)(of(106_000), () => of(0))).toBe(false);
});
