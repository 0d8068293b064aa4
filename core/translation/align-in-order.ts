import { increasingPositions } from '../rich-text/increasing-positions.ts';

interface Entry {
  id: string;
  kind: string;
}

/**
 * Pairs the unmatched entries of two lists. Entries that are matched and in order divide the lists; between two of them,
 * entries are paired one by one if both lists have the same kinds in the same order there, otherwise those of equal kinds at
 * the start and at the end.
 * @param partners matched entries of the right list, by id
 * @returns pairs of ids, left and right
 */
export function alignInOrder(left: Entry[], right: Entry[], partners: ReadonlyMap<string, string>): [string, string][] {
  const leftPositions = new Map(left.map(({ id }, index) => [id, index]));
  const taken = new Set(partners.values());
  const anchors = right.flatMap(({ id }, index) => {
    const position = leftPositions.get(partners.get(id) ?? '');
    return position === undefined ? [] : [{ left: position, right: index }];
  });
  const inOrder = increasingPositions(anchors.map((anchor) => anchor.left)).map((index) => anchors[index]);
  const pairs: [string, string][] = [];
  let from = { left: 0, right: 0 };
  for (const anchor of [...inOrder, { left: left.length, right: right.length }]) {
    if (!anchor) continue;
    const freeLeft = left.slice(from.left, anchor.left).filter(({ id }) => !taken.has(id));
    const freeRight = right.slice(from.right, anchor.right).filter(({ id }) => !partners.has(id));
    pairs.push(...alike(freeLeft, freeRight));
    from = { left: anchor.left + 1, right: anchor.right + 1 };
  }
  return pairs;
}

function alike(left: Entry[], right: Entry[]): [string, string][] {
  const pairs: [string, string][] = [];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start]?.kind === right[start]?.kind) start++;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end)?.kind === right.at(-1 - end)?.kind) end++;
  for (let index = 0; index < start; index++) {
    pairs.push([(left[index] as Entry).id, (right[index] as Entry).id]);
  }
  for (let index = end; index > 0; index--) {
    pairs.push([(left.at(-index) as Entry).id, (right.at(-index) as Entry).id]);
  }
  return pairs;
}
