/** 2 January 2023 was a Monday. */
const MONDAY = Date.UTC(2023, 0, 2);
const DAY = 86_400_000;

/** `lunes a viernes`, `Monday–Friday`, `Saturday`: days in a row as a span, in a language. */
export function formatDays(days: number[], language: string): string {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const date = (day: number) => new Date(MONDAY + (day - 1) * DAY);
  const sorted = [...days].sort((a, b) => a - b);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return '';
  const inRow = last - first === sorted.length - 1;
  if (inRow && sorted.length > 2) return `${name.format(date(first))} – ${name.format(date(last))}`;
  return new Intl.ListFormat(language).format(sorted.map((day) => name.format(date(day))));
}

/** `07:00` as the language writes a time of day. */
export function formatTime(time: string, language: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 2, hour, minute),
  );
}
