import { increasingPositions } from '#core/rich-text/increasing-positions.ts';

/** The natural offsets of the same part in two adjacent texts, in CSS pixels from a common line. */
export interface MatchedHeights {
  here: number;
  there: number;
}

/**
 * The space to add above parts so that matched parts begin at the same height, by their index in `parts`. Space above a part
 * also moves all parts after it. Parts in another order than their neighbours get none.
 */
export function levelParts(parts: readonly MatchedHeights[]): { here: number; there: number; index: number }[] {
  const order = parts.map((_, index) => index).sort((a, b) => heights(a).here - heights(b).here);
  const inOrder = increasingPositions(order.map((index) => heights(index).there)).flatMap((at) => order[at] ?? []);
  const moved = { here: 0, there: 0 };
  return inOrder.map((index) => {
    const { here, there } = heights(index);
    const difference = there + moved.there - (here + moved.here);
    const added = { here: Math.max(0, difference), there: Math.max(0, -difference), index };
    moved.here += added.here;
    moved.there += added.there;
    return added;
  });

  function heights(index: number): MatchedHeights {
    return parts[index] ?? { here: 0, there: 0 };
  }
}
