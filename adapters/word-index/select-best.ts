/**
 * The numbers with the highest scores that satisfy a predicate, best first; ties in numeric order. A partial sort: for few
 * results, little more than one scan.
 */
export function selectBest(
  scores: Float64Array,
  isWanted: (number: number) => boolean,
  limit: number,
): { total: number; best: number[] } {
  const best: number[] = [];
  let total = 0;
  for (let number = 0; number < scores.length; number += 1) {
    if (!isWanted(number)) continue;
    total += 1;
    const score = scores[number] ?? 0;
    if (best.length === limit && score <= (scores[best[limit - 1] ?? 0] ?? 0)) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((scores[best[middle] ?? 0] ?? 0) >= score) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, number);
    if (best.length > limit) best.pop();
  }
  return { total, best };
}
