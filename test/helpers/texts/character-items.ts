import { expect } from 'vitest';
import { createRelativePositionFromTypeIndex, type Text } from 'yjs';

/**
 * The Yjs ids of the characters of a text. A character that is deleted and written anew has another one; one that two people
 * restored has two.
 */
export function characterItems(text: Text): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  let index = 0;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    // Every embedded object has the length 1.
    for (const character of typeof insert === 'string' ? insert : [undefined]) {
      const { item } = createRelativePositionFromTypeIndex(text, index++);
      if (character === undefined || !item) continue;
      const own = ids.get(character) ?? new Set();
      ids.set(character, own.add(`${item.client}:${item.clock}`));
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
