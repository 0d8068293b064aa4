import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet, timeZone } from '#site-config';

/** A point in time in words, with the site's clock: "3 ene 2026, 2:05 p.m.". For loaders, so that it is written once. */
export function formatMoment(locale: Locale, at: number): string {
  const { language } = localeDefinition(localeSet, locale);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}
