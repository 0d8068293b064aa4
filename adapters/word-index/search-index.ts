import type { LocaleDefinition } from '#core/locales/locale.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { createLanguageSearch, type LanguageSearch } from './language-search.ts';
import { createWordStems, type WordStems } from './word-stems.ts';

export interface WordIndexOptions {
  /** The site's languages; the BCP 47 tag selects the stemmer (Spanish, English; none for others). */
  languages: Pick<LocaleDefinition, 'code' | 'language'>[];
}

/** An in-memory full-text search. Accepts any query; only the first 200 characters are used. */
export function createWordIndex({ languages }: WordIndexOptions): SearchIndex {
  const stems = new Map<string, WordStems>();
  const searches = new Map<string, LanguageSearch>();
  const localeOf = new Map<string, string>();

  function stemsOf(code: string): WordStems {
    let found = stems.get(code);
    if (!found) {
      found = createWordStems(languages.find((language) => language.code === code)?.language ?? code);
      stems.set(code, found);
    }
    return found;
  }

  function searchOf(locale: string): LanguageSearch {
    let found = searches.get(locale);
    if (!found) {
      found = createLanguageSearch(locale, stemsOf);
      searches.set(locale, found);
    }
    return found;
  }

  function remove(id: string): void {
    const locale = localeOf.get(id);
    if (locale === undefined) return;
    localeOf.delete(id);
    searchOf(locale).remove(id);
  }

  return {
    remove,
    put(entry) {
      if (localeOf.get(entry.id) !== entry.locale) remove(entry.id);
      localeOf.set(entry.id, entry.locale);
      searchOf(entry.locale).put(entry);
    },
    *entries() {
      for (const [locale, search] of searches) for (const entry of search.entries()) yield { locale, ...entry };
    },
    search(query, { locale, offset, limit }) {
      return searches.get(locale)?.search(query, { offset, limit }) ?? { total: 0, hits: [] };
    },
    find: (query, { locale, limit }) => searches.get(locale)?.find(query, limit) ?? [],
  };
}
