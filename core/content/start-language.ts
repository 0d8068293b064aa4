import type { Locale } from '../locales/locale.ts';
import type { Item, ItemLanguage } from './item.ts';

/** A new language without text. */
export function emptyLanguage(): ItemLanguage {
  return {
    title: '',
    slug: '',
    summary: '',
    body: { type: 'doc', content: [] },
    seo: {},
    fields: {},
    state: 'draft',
    revision: 0,
  };
}

/**
 * Adds an empty draft in a language that the item does not have, as a translation of its source: every unit counts as missing.
 * Returns the item unchanged if it has the language.
 */
export function startLanguage(item: Item, language: Locale): Item {
  if (item.languages[language]) return item;
  const started = language === item.sourceLanguage ? emptyLanguage() : { ...emptyLanguage(), links: {} };
  return { ...item, languages: { ...item.languages, [language]: started } };
}
