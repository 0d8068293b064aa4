import { readTimeOfDay } from '#core/content-types/time-spans.ts';
import type { ExceptionalDay } from '#core/public-content/open-state.ts';

/** A Monday: 2 January 2023. */
const MONDAY = Date.UTC(2023, 0, 2);
const DAY = 86_400_000;

/** The name of a day of the week. @param day 1 for Monday to 7 for Sunday @throws RangeError for others */
export function weekdayName(day: number, language: string): string {
  if (!Number.isInteger(day) || day < 1 || day > 7) throw new RangeError(`No day of the week: ${day}`);
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY);
}

/** Formats days, consecutive ones as a range: `lunes a viernes`, `Monday–Friday`, `Saturday`. */
export function formatDays(days: number[], language: string): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return '';
  const inRow = last - first === sorted.length - 1;
  if (inRow && sorted.length > 2) return `${weekdayName(first, language)} – ${weekdayName(last, language)}`;
  return new Intl.ListFormat(language).format(sorted.map((day) => weekdayName(day, language)));
}

/** Formats a time such as `07:00` in a language. @throws RangeError for what is no time of day */
export function formatTime(time: string, language: string): string {
  const read = readTimeOfDay(time);
  if (read === undefined) throw new RangeError(`No time of day: ${JSON.stringify(time)}`);
  const [hour = 0, minute = 0] = read.split(':').map(Number);
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 2, hour, minute),
  );
}

/** Days of the week, and the spans of time on each of them: `Monday – Friday`, `7:00 AM – 2:00 PM`. */
export interface HoursRow {
  days: string;
  spans: string[];
  /** Why they are so. */
  note?: string;
}

/** Opening hours in a language, with the spans of the same days together. @throws RangeError for what is no time of day */
export function formatHours(hours: { days: number[]; opens: string; closes: string }[], language: string): HoursRow[] {
  const rows = new Map<string, string[]>();
  for (const { days, opens, closes } of hours) {
    const on = formatDays(days, language);
    rows.set(on, [...(rows.get(on) ?? []), `${formatTime(opens, language)} – ${formatTime(closes, language)}`]);
  }
  return [...rows].map(([days, spans]) => ({ days, spans }));
}

/** Exceptional days in a language, with the spans of the same days together. @param closed what stands for no times */
export function formatExceptionalDays(days: readonly ExceptionalDay[], language: string, closed: string): HoursRow[] {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const sameDays = Map.groupBy(days, ({ from, to }) => `${from} ${to}`);
  return [...sameDays.values()].flatMap((entries): HoursRow[] => {
    const [first] = entries;
    if (!first) return [];
    const isClosed = entries.some(({ opens, closes }) => opens === undefined || closes === undefined);
    const spans = entries.map(({ opens = '', closes = '' }) =>
      isClosed ? closed : `${formatTime(opens, language)} – ${formatTime(closes, language)}`,
    );
    const note = entries.map(({ reason }) => reason).find(Boolean);
    return [
      {
        days: format.formatRange(new Date(first.from), new Date(first.to)),
        spans: [...new Set(spans)],
        ...(note !== undefined && { note }),
      },
    ];
  });
}
