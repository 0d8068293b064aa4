import { expect } from 'vitest';
import type { Item, Text } from 'yjs';

/**
 * The Yjs ids of the characters of a text. A character that is deleted and written anew has another one; one that two people
 * restored has two.
 */
export function characterItems(text: Text): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (let item = (text as unknown as { _start: Item | null })._start; item; item = item.right) {
    const { str } = item.content as { str?: string };
    if (item.deleted || str === undefined) continue;
    for (const [offset, character] of [...str].entries()) {
      const own = ids.get(character) ?? new Set();
      ids.set(character, own.add(`${item.id.client}:${item.id.clock + offset}`));
    }
  }
  return ids;
}

/** Expects that no character was deleted and written anew: what others do to it meanwhile would be lost or doubled. */
export function expectKept(before: ReadonlyMap<string, Set<string>>, after: ReadonlyMap<string, Set<string>>): void {
  const rewritten = [...after].filter(([character, ids]) => {
    const former = before.get(character);
    return former && [...ids].some((id) => !former.has(id));
  });
  expect(rewritten).toEqual([]);
}
