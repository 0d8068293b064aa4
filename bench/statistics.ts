/** The middle value; the mean of the two middle ones of an even number. `NaN` of nothing. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? Number.NaN) + (sorted[Math.ceil(last / 2)] ?? Number.NaN)) / 2;
}

/** The value that the given share of values does not exceed. @param share from 0 to 1 */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
