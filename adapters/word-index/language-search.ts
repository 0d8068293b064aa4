import type { SearchEntry, SearchHit, SearchResults } from '#core/search/search-index.ts';
import { type CompactText, compactText, expandText } from './compact-text.ts';
import { cutExcerpt, rateExcerpt } from './excerpt.ts';
import { highlight, matchWords } from './highlight.ts';
import { createLanguageFinder } from './language-finder.ts';
import type { WordStems } from './word-stems.ts';

/**
 * Maximum characters read for the excerpts of one search, about 10 ms of work; what short texts do not use is available to
 * longer ones. If the words occur only later in a text, the summary or the start of the text is shown.
 */
const EXCERPT_ROOM = 60_000;

/** The texts from which a hit is displayed. */
interface Shown {
  contentLanguage: string;
  title: string;
  summary: string;
  text: CompactText;
}

/** The search of one language's lists, whose entries may be in other languages. */
export interface LanguageSearch {
  put(entry: SearchEntry): void;
  remove(id: string): void;
  entries(): Iterable<Omit<SearchEntry, 'locale'>>;
  search(query: string, page: { offset: number; limit: number }): SearchResults;
  find(query: string, limit: number): string[];
}

/** @param stemsOf the stemmer of a content language @param locale the language whose stop words are removed from queries */
export function createLanguageSearch(locale: string, stemsOf: (language: string) => WordStems): LanguageSearch {
  const finder = createLanguageFinder(locale, stemsOf);
  const shown = new Map<string, Shown>();

  /** @param room maximum characters to read for the excerpt @returns the hit, and how many were read */
  function show(id: string, stems: ReadonlySet<string>, room: number): { hit: SearchHit; read: number } {
    const entry = shown.get(id);
    if (!entry) throw new Error(`The search found "${id}", which it does not hold`);
    const { stem } = stemsOf(entry.contentLanguage);
    const title = highlight(matchWords(entry.title, stems, stem));
    const summary = matchWords(entry.summary, stems, stem);
    const read = expandText(entry.text).slice(0, room);
    const text = matchWords(read, stems, stem);
    const excerpt = rateExcerpt(text) > rateExcerpt(summary) || summary.text === '' ? text : summary;
    return { hit: { id, title, excerpt: cutExcerpt(excerpt) }, read: read.length };
  }

  return {
    put(entry) {
      const { id, contentLanguage, title, summary, text } = entry;
      if (finder.put(entry)) shown.set(id, { contentLanguage, title, summary, text: compactText(text) });
    },
    remove(id) {
      finder.remove(id);
      shown.delete(id);
    },
    *entries() {
      for (const [id, { text, ...entry }] of shown) yield { id, ...entry, text: expandText(text) };
    },
    search(query, { offset, limit }) {
      const { found, alternatives } = finder.look(query, offset + limit);
      const stems = new Set(alternatives.flatMap((word) => [...word.keys()]));
      const ids = found.ids.slice(offset);
      let room = EXCERPT_ROOM;
      const hits = ids.map((id, index) => {
        const { hit, read } = show(id, stems, Math.ceil(room / (ids.length - index)));
        room -= read;
        return hit;
      });
      return { total: found.total, hits };
    },
    find: (query, limit) => finder.look(query, limit).found.ids,
  };
}
