import { clockOffset } from '../site-clock.ts';

/**
 * The start of a day in a time zone, in milliseconds since 1970; `undefined` for an invalid day.
 * @param day `2026-01-31`
 */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const midnight = utcMidnight(day);
  if (midnight === undefined) return undefined;
  // The offset may change on that day: compute it again for the first guess.
  const guess = midnight - clockOffset(midnight, timeZone);
  return midnight - clockOffset(guess, timeZone);
}

/** The start of the next day; see `startOfDay`. */
export function endOfDay(day: string, timeZone: string): number | undefined {
  const midnight = utcMidnight(day);
  if (midnight === undefined) return undefined;
  return startOfDay(new Date(midnight + 24 * 3_600_000).toISOString().slice(0, 10), timeZone);
}

function utcMidnight(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : time;
}
