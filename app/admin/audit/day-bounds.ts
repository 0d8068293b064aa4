/**
 * When a day begins on a clock of the given time zone, in milliseconds since 1970; `undefined` for what is no day.
 * @param day `2026-01-31`
 */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const midnight = utcMidnight(day);
  if (midnight === undefined) return undefined;
  // The offset may change on the very day: what it is at the first guess decides the second.
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

/** When the day after begins; see `startOfDay`. */
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

/** Milliseconds by which the clocks of a time zone are ahead of UTC at a point in time. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const clock = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return clock - Math.floor(at / 1_000) * 1_000;
}
