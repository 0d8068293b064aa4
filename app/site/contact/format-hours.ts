/** A Monday: 2 January 2023. */
const MONDAY = Date.UTC(2023, 0, 2);
const DAY = 86_400_000;

/** Formats days, consecutive ones as a range: `lunes a viernes`, `Monday–Friday`, `Saturday`. */
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

/** Formats a time such as `07:00` in a language. */
export function formatTime(time: string, language: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 2, hour, minute),
  );
}
