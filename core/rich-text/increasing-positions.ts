/** The indexes of a longest non-decreasing subsequence; of several, the one with the smallest last value. O(n log n). */
export function increasingPositions(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) <= value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  });
  const result: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) result.push(index);
  return result.reverse();
}
