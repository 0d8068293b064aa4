import { timeZone } from '#site-config';

/** Module state, because a format depends on the language alone, and creating one for each date would slow listings down. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a date in the site's time zone: "8 de mayo de 2026". @param language a BCP 47 tag @param at milliseconds since 1970
 */
export function formatDate(language: string, at: number): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
    formats.set(language, format);
  }
  return format.format(at);
}
