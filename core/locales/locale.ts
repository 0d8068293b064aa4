/** The code of a language of the site, as in URLs: `es`. */
export type Locale = string;

/** One text or value per language. */
export type Localized<T = string> = { [locale: Locale]: T };

/** A language of the site. */
export interface LocaleDefinition {
  /** As in URLs: two or three lower-case letters, optionally a region. */
  code: Locale;
  /** The BCP 47 tag for `lang`, `hreflang` and formats: `es-MX`. */
  language: string;
  /** The language's own name for itself. */
  name: string;
  direction: 'ltr' | 'rtl';
}

/** The languages of a site. */
export interface LocaleSet {
  locales: LocaleDefinition[];
  /** Its pages have addresses without a prefix. */
  defaultLocale: Locale;
}

/** Whether a text has the form of a language code: two or three lower-case letters, optionally with a region. */
export function isLanguageCode(text: string): boolean {
  return /^[a-z]{2,3}(?:-[a-z]{2})?$/.test(text);
}

/** The definition of a language. @throws RangeError if the site does not have it. */
export function localeDefinition(set: LocaleSet, code: Locale): LocaleDefinition {
  const found = set.locales.find((locale) => locale.code === code);
  if (!found) throw new RangeError(`The site has no language "${code}"`);
  return found;
}

/** Languages that write nouns with a capital letter wherever they stand. */
const CAPITAL_NOUNS = /^(?:de|lb|nds|gsw)(?:-|$)/i;

/** A label, such as the name of a content type, as it is written in the middle of a sentence. @param language its BCP 47 tag */
export function labelInSentence(label: string, language: string): string {
  return CAPITAL_NOUNS.test(language) ? label : label.toLocaleLowerCase(language);
}
