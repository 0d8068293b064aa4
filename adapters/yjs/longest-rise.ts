/** A longest increasing subsequence of distinct numbers: the elements that can stay when the others move. */
export function longestRise(values: number[]): number[] {
  /** By length, the index of the smallest last value of an increasing subsequence of that length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const rise: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) rise.push(values[index] as number);
  return rise.reverse();
}
