/** Milliseconds by which the clocks of a time zone are ahead of UTC at a point in time. */
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

/** What a clock of a time zone shows at a point in time, as the fields of a form say it: `2026-01-31` and `14:05`. */
export function clockTime(at: number, timeZone: string): { date: string; time: string } {
  const shown = new Date(at + clockOffset(at, timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

const DAY = 24 * 3_600_000;

/**
 * When clocks of a time zone show a date and a time, in milliseconds since 1970. A time that comes twice is the first of
 * the two. `skipped`: it never comes, because clocks go forward. `invalid`: it is no date and time.
 */
export function momentOfClock(
  { date, time }: { date: string; time: string },
  timeZone: string,
): { ok: true; at: number } | { ok: false; reason: 'invalid' | 'skipped' } {
  const wanted = readClock(date, time);
  if (wanted === undefined) return { ok: false, reason: 'invalid' };
  const offsets = [clockOffset(wanted - DAY, timeZone), clockOffset(wanted + DAY, timeZone)];
  const moments = offsets.map((offset) => wanted - offset).filter((at) => at + clockOffset(at, timeZone) === wanted);
  return moments.length === 0 ? { ok: false, reason: 'skipped' } : { ok: true, at: Math.min(...moments) };
}

function readClock(date: string, time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return undefined;
  const at = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(at)) return undefined;
  const shown = new Date(at).toISOString();
  return shown.startsWith(`${date}T${time}`) ? at : undefined;
}

/** What people call a time zone: "hora estándar central", "Central Standard Time". By the name that it has at a moment. */
export function zoneName(locale: string, timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
