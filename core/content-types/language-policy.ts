import type { Locale, LocaleSet } from '../locales/locale.ts';
import type { ContentType } from './content-type.ts';

/**
 * The language whose text stands at an item's address in `locale`: the language itself where the item is published in
 * it; with the policy `notice` the item's source language, else the first of the site's that it is published in;
 * otherwise none.
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
