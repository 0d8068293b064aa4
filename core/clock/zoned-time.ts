/** Time zones are few, and a format takes long to make. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a calendar and a clock in a time zone show, by part. */
function clockIn(timeZone: string, at: number): Map<string, string> {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(timeZone, clock);
  return new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
}

function dayOf(clock: Map<string, string>): string {
  return `${clock.get('year')?.padStart(4, '0')}-${clock.get('month')}-${clock.get('day')}`;
}

/** The time of day in a time zone as `07:00`. @param at milliseconds since 1970 */
export function timeIn(timeZone: string, at: number): string {
  const clock = clockIn(timeZone, at);
  return `${clock.get('hour')}:${clock.get('minute')}`;
}

/** The date in a time zone as `2026-03-01`. @param at milliseconds since 1970 */
export function dayIn(timeZone: string, at: number): string {
  return dayOf(clockIn(timeZone, at));
}

/**
 * A day or a moment of ISO 8601 as milliseconds since 1970: what has no offset is in a time zone, a day at its beginning; a time that a
 * clock set forward skips is the one after. `NaN` if it is none.
 */
export function momentIn(timeZone: string, text: string): number {
  const local = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(text);
  if (!local) return Date.parse(text);
  const asUtc = Date.parse(`${local[1]}T${local[2] ?? '00:00'}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const offsetAt = (moment: number) => wallTime(timeZone, moment) - moment;
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** What clocks in a time zone show, to the second, as if it were in UTC. */
function wallTime(timeZone: string, at: number): number {
  const clock = clockIn(timeZone, at);
  const time = `${clock.get('hour')}:${clock.get('minute')}:${clock.get('second')}`;
  return Date.parse(`${dayOf(clock)}T${time}Z`) + (at % 1_000);
}
