import type { Locale, LocaleDefinition } from '#core/locales/locale.ts';
import type { SearchEntry, SearchFinder, SearchIndex } from '#core/search/search-index.ts';
import { createLanguageFinder } from './language-finder.ts';
import { createLanguageSearch } from './language-search.ts';
import { createWordStems, type WordStems } from './word-stems.ts';

export interface WordIndexOptions {
  /** The site's languages; the BCP 47 tag selects the stemmer (Spanish, English; none for others). */
  languages: Pick<LocaleDefinition, 'code' | 'language'>[];
}

/** The parts of an index, one for each language of lists. */
interface ByLocale<Part> {
  /** The part of each language that has had an entry. */
  parts: ReadonlyMap<Locale, Part>;
  put(entry: SearchEntry): void;
  remove(id: string): void;
}

/** An in-memory full-text search. Accepts any query; only the first 200 characters are used. */
export function createWordIndex({ languages }: WordIndexOptions): SearchIndex {
  const { parts, put, remove } = createByLocale(languages, createLanguageSearch);
  return {
    put,
    remove,
    *entries() {
      for (const [locale, part] of parts) for (const entry of part.entries()) yield { locale, ...entry };
    },
    search(query, { locale, offset, limit }) {
      return parts.get(locale)?.search(query, { offset, limit }) ?? { total: 0, hits: [] };
    },
    find: (query, { locale, limit }) => parts.get(locale)?.find(query, limit) ?? [],
  };
}

/** The same without the texts, which take most of its memory: it finds ids alone. */
export function createWordFinder({ languages }: WordIndexOptions): SearchFinder {
  const { parts, put, remove } = createByLocale(languages, createLanguageFinder);
  return { put, remove, find: (query, { locale, limit }) => parts.get(locale)?.look(query, limit).found.ids ?? [] };
}

function createByLocale<Part extends { put(entry: SearchEntry): unknown; remove(id: string): void }>(
  languages: WordIndexOptions['languages'],
  createPart: (locale: Locale, stemsOf: (language: string) => WordStems) => Part,
): ByLocale<Part> {
  const stems = new Map<string, WordStems>();
  const parts = new Map<Locale, Part>();
  const localeOf = new Map<string, Locale>();

  function stemsOf(code: string): WordStems {
    let found = stems.get(code);
    if (!found) {
      found = createWordStems(languages.find((language) => language.code === code)?.language ?? code);
      stems.set(code, found);
    }
    return found;
  }

  function partOf(locale: Locale): Part {
    let found = parts.get(locale);
    if (!found) {
      found = createPart(locale, stemsOf);
      parts.set(locale, found);
    }
    return found;
  }

  function remove(id: string): void {
    const locale = localeOf.get(id);
    if (locale === undefined) return;
    localeOf.delete(id);
    partOf(locale).remove(id);
  }

  return {
    parts,
    remove,
    put(entry) {
      if (localeOf.get(entry.id) !== entry.locale) remove(entry.id);
      localeOf.set(entry.id, entry.locale);
      partOf(entry.locale).put(entry);
    },
  };
}
