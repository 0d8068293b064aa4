import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet, timeZone as zoneOfFile } from '#site-config';

/** Module state, because every loader formats times, and all of a site have one zone: that of its settings as it was read last. */
let zone = zoneOfFile;

/** The time zone of the site's team. For loaders and actions. */
export const teamTimeZone = () => zone;

/** Has times formatted in another zone from now on. */
export function followTimeZone(name: string): void {
  zone = name;
}

/** Formats a time in the site's time zone: "3 ene 2026, 2:05 p.m.". For loaders, so that server and client output are equal. */
export function formatMoment(locale: Locale, at: number): string {
  const { language } = localeDefinition(localeSet, locale);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at);
}
