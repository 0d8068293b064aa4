import { increasingPositions } from '#core/rich-text/increasing-positions.ts';

/** Where the same part stands in two texts side by side, in CSS pixels from the beginning of each. */
export interface MatchedHeights {
  here: number;
  there: number;
}

/**
 * The height in the other text that belongs to a height in this one: in proportion between the parts around it. Both
 * texts begin together, and end at `ends`; parts that stand in another order count for nothing.
 */
export function matchingHeight(height: number, parts: readonly MatchedHeights[], ends: MatchedHeights): number {
  const sorted = parts.toSorted((a, b) => a.here - b.here);
  const inOrder = increasingPositions(sorted.map(({ there }) => there)).flatMap((index) => sorted[index] ?? []);
  let before: MatchedHeights = { here: 0, there: 0 };
  for (const after of [...inOrder, ends]) {
    if (after.here >= height) {
      const share = after.here === before.here ? 1 : (height - before.here) / (after.here - before.here);
      return before.there + share * (after.there - before.there);
    }
    before = after;
  }
  return ends.there;
}
