/** The median; the mean of the two middle values of an even number. `NaN` for no values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? Number.NaN) + (sorted[Math.ceil(last / 2)] ?? Number.NaN)) / 2;
}

/** A percentile. @param share from 0 to 1 */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
