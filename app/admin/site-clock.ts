/** The offset of a time zone from UTC at a time, in milliseconds. */
export function clockOffset(at: number, timeZone: string): number {
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

/** The local date and time in a time zone, as form values: `2026-01-31` and `14:05`. */
export function clockTime(at: number, timeZone: string): { date: string; time: string } {
  const shown = new Date(at + clockOffset(at, timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

const DAY = 24 * 3_600_000;

/**
 * Converts a local date and time in a time zone to milliseconds since 1970. A time that exists twice, because clocks go back, is
 * the first, and `again` the second. `skipped`: it does not exist, because clocks go forward. `invalid`: malformed.
 */
export function momentOfClock(
  { date, time }: { date: string; time: string },
  timeZone: string,
): { ok: true; at: number; again?: number } | { ok: false; reason: 'invalid' | 'skipped' } {
  const wanted = readClock(date, time);
  if (wanted === undefined) return { ok: false, reason: 'invalid' };
  const offsets = [clockOffset(wanted - DAY, timeZone), clockOffset(wanted + DAY, timeZone)];
  const moments = offsets.map((offset) => wanted - offset).filter((at) => at + clockOffset(at, timeZone) === wanted);
  if (moments.length === 0) return { ok: false, reason: 'skipped' };
  const [at, again] = [Math.min(...moments), Math.max(...moments)];
  return { ok: true, at, ...(again !== at && { again }) };
}

/** The same for one of the two moments of a time that exists twice. */
export function momentOfOccurrence(
  { occurrence, ...clock }: { date: string; time: string; occurrence: 'first' | 'second' },
  timeZone: string,
): { ok: true; at: number; again?: number } | { ok: false; reason: 'invalid' | 'skipped' } {
  const moment = momentOfClock(clock, timeZone);
  return moment.ok && occurrence === 'second' ? { ...moment, at: moment.again ?? moment.at } : moment;
}

/** Whether clocks show the time of a moment twice on its day. */
export function existsTwice(at: number, timeZone: string): boolean {
  const moment = momentOfClock(clockTime(at, timeZone), timeZone);
  return moment.ok && moment.again !== undefined;
}

function readClock(date: string, time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return undefined;
  const at = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(at)) return undefined;
  const shown = new Date(at).toISOString();
  return shown.startsWith(`${date}T${time}`) ? at : undefined;
}

/** The name of a time zone at a time: "hora estándar central", "Central Standard Time". */
export function zoneName(locale: string, timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
