import { expect } from 'vitest';
import type { Item, Text } from 'yjs';

/** The Yjs ids of the characters of a text. A character that is deleted and written anew has another one. */
export function characterItems(text: Text): Map<string, string> {
  const ids = new Map<string, string>();
  for (let item = (text as unknown as { _start: Item | null })._start; item; item = item.right) {
    const { str } = item.content as { str?: string };
    if (item.deleted || str === undefined) continue;
    for (const [offset, character] of [...str].entries())
      ids.set(character, `${item.id.client}:${item.id.clock + offset}`);
  }
  return ids;
}

/** Expects that no character was deleted and written anew: what others do to it meanwhile would be lost or doubled. */
export function expectKept(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  const rewritten = [...before].filter(([character, id]) => after.has(character) && after.get(character) !== id);
  expect(rewritten).toEqual([]);
}
