import { increasingPositions } from '#core/rich-text/increasing-positions.ts';

/** The offsets of the same part in two adjacent texts, in CSS pixels from the start of each. */
export interface MatchedHeights {
  here: number;
  there: number;
}

/**
 * Maps an offset in one text to the other by interpolation between matched parts. Both texts start together and end at `ends`;
 * parts in another order are ignored.
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
