import { isDeepStrictEqual } from 'node:util';
import type { SearchEntry, SearchHit, SearchResults } from '#core/search/search-index.ts';
import { type CompactText, compactText, expandText } from './compact-text.ts';
import { cutExcerpt, rateExcerpt } from './excerpt.ts';
import { findWords } from './find-words.ts';
import { highlight, matchWords } from './highlight.ts';
import { type Alternatives, createPostings, type FoundEntries } from './postings.ts';
import { asTyped, nearly, parseQuery } from './search-query.ts';
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
  const postings = createPostings();
  const shown = new Map<string, Shown>();
  /** Number of entries per content language. */
  const speaking = new Map<string, number>();

  function remove(id: string): void {
    const entry = shown.get(id);
    if (!entry) return;
    shown.delete(id);
    postings.remove(id);
    speaking.set(entry.contentLanguage, (speaking.get(entry.contentLanguage) ?? 1) - 1);
  }

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

  function look(query: string, limit: number): { found: FoundEntries; alternatives: Alternatives[] } {
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
  }

  return {
    remove,
    put(entry) {
      const { id, contentLanguage, title, summary } = entry;
      const next: Shown = { contentLanguage, title, summary, text: compactText(entry.text) };
      const known = shown.get(id);
      if (known && isDeepStrictEqual(known, next)) return;
      remove(id);
      const stems = stemsOf(contentLanguage);
      postings.put(id, {
        // Stop words are indexed in titles only, for queries that consist of stop words.
        title: termsOf(title, stems, true),
        summary: termsOf(summary, stems, false),
        text: termsOf(entry.text, stems, false),
      });
      shown.set(id, next);
      speaking.set(contentLanguage, (speaking.get(contentLanguage) ?? 0) + 1);
    },
    *entries() {
      for (const [id, { text, ...entry }] of shown) yield { id, ...entry, text: expandText(text) };
    },
    search(query, { offset, limit }) {
      const { found, alternatives } = look(query, offset + limit);
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
    find: (query, limit) => look(query, limit).found.ids,
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
