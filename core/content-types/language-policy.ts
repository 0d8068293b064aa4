import type { Locale, LocaleSet } from '../locales/locale.ts';
import type { ContentType } from './content-type.ts';

/**
 * The language shown at an item's address in `locale`: that language itself if published; with the policy `notice` the item's
 * source language, else the first of the site's languages that is published; otherwise `undefined`.
 */
export function shownLanguage(
  set: LocaleSet,
  type: ContentType,
  item: { sourceLanguage: Locale; publishedIn: Locale[] },
  locale: Locale,
): Locale | undefined {
  if (item.publishedIn.includes(locale)) return locale;
  if (type.missingLanguage !== 'notice') return undefined;
  if (item.publishedIn.includes(item.sourceLanguage)) return item.sourceLanguage;
  return set.locales.find(({ code }) => item.publishedIn.includes(code))?.code;
}
