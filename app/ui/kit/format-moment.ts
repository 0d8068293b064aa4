import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet, timeZone } from '#site-config';

/** Formats a time in the site's time zone: "3 ene 2026, 2:05 p.m.". For loaders, so that server and client output are equal. */
export function formatMoment(locale: Locale, at: number): string {
  const { language } = localeDefinition(localeSet, locale);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}
