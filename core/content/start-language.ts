import type { Locale } from '../locales/locale.ts';
import type { Item, ItemLanguage } from './item.ts';

/** A language that nobody wrote anything in yet. */
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
 * The item with a draft without text in a language that it lacks, as a translation of its source: everything that the
 * source says is missing there. An item that has the language stays as it is.
 */
export function startLanguage(item: Item, language: Locale): Item {
  if (item.languages[language]) return item;
  const started = language === item.sourceLanguage ? emptyLanguage() : { ...emptyLanguage(), links: {} };
  return { ...item, languages: { ...item.languages, [language]: started } };
}
