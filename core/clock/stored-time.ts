/**
 * How far the clock may have been set back, in milliseconds, before an end that was stored earlier counts as passed. Above
 * what time synchronization corrects while a server runs.
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * A stored end, at most `longest` milliseconds ahead. An end that lies further ahead was stored before the clock was set
 * back: without this, it would last as much longer as the clock went back. Store the result, or it never comes nearer.
 * All times are milliseconds since 1970.
 */
export function endWithin(end: number, now: number, longest: number): number {
  return Math.min(end, now + longest);
}

/**
 * Whether a stored end lies ahead, and no further than the `longest` milliseconds that its rule allows. For what must rather
 * end too early than too late, such as codes: nothing has to be stored.
 */
export function isAhead(end: number, now: number, longest: number): boolean {
  return end > now && end - now <= longest + CLOCK_TOLERANCE_MS;
}
