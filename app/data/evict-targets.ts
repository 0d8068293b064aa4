import { CACHE_AGE, LEAST_CACHE_BYTES } from './data-limits.ts';

/**
 * Which entries of a cache must go: those not used within its age, and then those used longest ago until the rest fits.
 * @param limit bytes; a smaller limit than the smallest cache counts as that
 * @param now milliseconds since 1970
 */
export function chooseEvicted<Entry extends { bytes: number; usedAt: number }>(
  entries: readonly Entry[],
  limit: number,
  now: number,
): Entry[] {
  const most = Math.max(limit, LEAST_CACHE_BYTES);
  let bytes = 0;
  return [...entries]
    .sort((one, other) => other.usedAt - one.usedAt)
    .filter((entry) => {
      bytes += entry.bytes;
      return bytes > most || Math.abs(now - entry.usedAt) > CACHE_AGE;
    });
}
