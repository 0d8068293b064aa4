import { contentHash } from '#core/documents/content-hash.ts';
import type { SearchEntry } from '#core/search/search-index.ts';
import { findWords } from './find-words.ts';
import { type Alternatives, createPostings, type FoundEntries } from './postings.ts';
import { asTyped, nearly, parseQuery } from './search-query.ts';
import type { WordStems } from './word-stems.ts';

/** The words of one language's lists, whose entries may be in other languages. The texts are not kept. */
export interface LanguageFinder {
  /** @returns whether the entry is new or differs from the one with its id */
  put(entry: SearchEntry): boolean;
  remove(id: string): void;
  /** @returns the best matches, and the terms that match each word of the query */
  look(query: string, limit: number): { found: FoundEntries; alternatives: Alternatives[] };
}

/** What is kept of an entry besides its words. */
interface KnownEntry {
  contentLanguage: string;
  hash: string;
}

/** @param stemsOf the stemmer of a content language @param locale the language whose stop words are removed from queries */
export function createLanguageFinder(locale: string, stemsOf: (language: string) => WordStems): LanguageFinder {
  const postings = createPostings();
  const known = new Map<string, KnownEntry>();
  /** Number of entries per content language. */
  const speaking = new Map<string, number>();

  function remove(id: string): void {
    const entry = known.get(id);
    if (!entry) return;
    known.delete(id);
    postings.remove(id);
    speaking.set(entry.contentLanguage, (speaking.get(entry.contentLanguage) ?? 1) - 1);
  }

  return {
    remove,
    put({ id, contentLanguage, title, summary, text }) {
      const hash = contentHash([contentLanguage, title, summary, text]);
      if (known.get(id)?.hash === hash) return false;
      remove(id);
      const stems = stemsOf(contentLanguage);
      postings.put(id, {
        // Stop words are indexed in titles only, for queries that consist of stop words.
        title: termsOf(title, stems, true),
        summary: termsOf(summary, stems, false),
        text: termsOf(text, stems, false),
      });
      known.set(id, { contentLanguage, hash });
      speaking.set(contentLanguage, (speaking.get(contentLanguage) ?? 0) + 1);
      return true;
    },
    look(query, limit) {
      const others = [...speaking].filter(([language, count]) => count > 0 && language !== locale);
      const languages = [locale, ...others.map(([language]) => language)].map(stemsOf);
      const words = parseQuery(query, languages);
      if (words.length === 0) return { found: { total: 0, ids: [] }, alternatives: [] };
      let alternatives = asTyped(words, languages);
      let found = postings.find(alternatives, 'all', limit);
      if (found.total === 0) {
        alternatives = nearly(words, languages);
        found = postings.find(alternatives, 'all', limit);
      }
      if (found.total === 0) found = postings.find(alternatives, 'any', limit);
      return { found, alternatives };
    },
  };
}

function termsOf(text: string, stems: WordStems, withStopWords: boolean): string[] {
  const terms: string[] = [];
  let previous = '';
  for (const { folded, joined } of findWords(text)) {
    if (joined) terms.push(stems.learn(previous + folded));
    const term = stems.learn(folded);
    if (withStopWords || !stems.isStopWord(folded)) terms.push(term);
    previous = folded;
  }
  return terms;
}
