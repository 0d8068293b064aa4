/** Module state, because a format depends on language and time zone alone, and creating one takes longer than most components. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date in a time zone: "8 de mayo de 2026". @param language a BCP 47 tag @param at milliseconds since 1970 */
export function formatDate(language: string, at: number, timeZone: string): string {
  return formatIn(timeZone, language).format(at);
}

/** Formats a day of the calendar, independent of a time zone. @param language a BCP 47 tag @param day as `2026-05-08` */
export function formatDay(language: string, day: string): string {
  return formatIn('UTC', language).format(new Date(day));
}

/** A day and a time such as `2026-12-24T18:00`, where the site's team is. */
export function formatMoment(language: string, moment: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${moment}Z`));
}

function formatIn(zone: string, language: string): Intl.DateTimeFormat {
  const key = `${language} ${zone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone });
    formats.set(key, format);
  }
  return format;
}
