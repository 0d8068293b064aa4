import { LEAST_CACHE_BYTES } from './data-limits.ts';

/**
 * Which entries of a cache must go so that the rest fits: those that were used longest ago.
 * @param limit bytes; a smaller limit than the smallest cache counts as that
 */
export function chooseEvicted<Entry extends { bytes: number; usedAt: number }>(
  entries: readonly Entry[],
  limit: number,
): Entry[] {
  const most = Math.max(limit, LEAST_CACHE_BYTES);
  let bytes = 0;
  return [...entries]
    .sort((one, other) => other.usedAt - one.usedAt)
    .filter((entry) => {
      bytes += entry.bytes;
      return bytes > most;
    });
}
