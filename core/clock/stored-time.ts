/**
 * Milliseconds by which the clock may have been set back before a stored end counts as invalid. Above the corrections of time
 * synchronization while a server runs.
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Limits a stored end to `longest` milliseconds from now. A later end was stored before the clock was set back; without the
 * limit it would last longer by the same amount. Store the result, otherwise it never comes closer. All times are milliseconds
 * since 1970.
 */
export function endWithin(end: number, now: number, longest: number): number {
  return Math.min(end, now + longest);
}

/**
 * Whether a stored end is in the future, but at most `longest` milliseconds. For things that should expire too early rather
 * than too late, such as codes; nothing has to be stored.
 */
export function isAhead(end: number, now: number, longest: number): boolean {
  return end > now && end - now <= longest + CLOCK_TOLERANCE_MS;
}
