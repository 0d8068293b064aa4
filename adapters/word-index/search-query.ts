import { findWords } from './find-words.ts';
import type { Alternatives } from './postings.ts';
import type { WordStems } from './word-stems.ts';

/** Maximum characters of a query that are used. */
const MAX_QUERY_LENGTH = 200;
/** Maximum distinct words of a query that are used. */
const MAX_WORDS = 16;
/** Maximum stems that complete an unfinished last word, per language. */
const MAX_COMPLETIONS = 20;
/** Maximum words of a query matched approximately, and maximum near stems per word and language. */
const MAX_NEAR_WORDS = 8;
const MAX_NEAR = 10;
/** Minimum letters of a last word before it is completed: two letters would match most of a site. */
const MIN_PREFIX = 3;
/** Weight of a completed word relative to an exact one. */
const COMPLETION_WEIGHT = 0.4;
/** Weight of an approximate match. */
const NEAR_WEIGHT = 0.3;

/** One word of a query. */
export interface QueryWord {
  folded: string;
  /** Its distinct stems in the languages of the searched texts. */
  stems: string[];
  /** Whether it may be a prefix of a longer word. */
  unfinished: boolean;
}

/**
 * The words of a query without stop words, unless there are only stop words.
 * @param languages the stemmers of the languages searched; the first one decides what is a stop word
 */
export function parseQuery(query: string, languages: WordStems[]): QueryWord[] {
  const all = findWords(query.slice(0, MAX_QUERY_LENGTH)).map((word) => word.folded);
  const words = [...new Set(all)].slice(0, MAX_WORDS);
  const telling = words.filter((word) => !languages[0]?.isStopWord(word));
  return (telling.length > 0 ? telling : words).map((folded) => ({
    folded,
    stems: [...new Set(languages.map((language) => language.stem(folded)))],
    unfinished: folded === all.at(-1) && folded.length >= MIN_PREFIX,
  }));
}

/** Exact matches of all words, and completions of the last one. */
export function asTyped(words: QueryWord[], languages: WordStems[]): Alternatives[] {
  return words.map(({ folded, stems, unfinished }) => {
    const alternatives: Alternatives = new Map(stems.map((stem) => [stem, 1]));
    for (const language of unfinished ? languages : []) {
      addMissing(alternatives, language.stemsOfPrefix(folded, MAX_COMPLETIONS), COMPLETION_WEIGHT);
    }
    return alternatives;
  });
}

/**
 * Exact and approximate matches: in words of more than four letters, one letter in five may be wrong, and at most two. Only for
 * the first words, because each requires a scan of the vocabulary.
 */
export function nearly(words: QueryWord[], languages: WordStems[]): Alternatives[] {
  return asTyped(words, languages).map((alternatives, number) => {
    const { length } = words[number]?.folded ?? '';
    const distance = length > 4 && number < MAX_NEAR_WORDS ? Math.min(2, Math.round(length / 5)) : 0;
    for (const language of distance > 0 ? languages : []) {
      addMissing(alternatives, language.stemsNear(words[number]?.folded ?? '', distance, MAX_NEAR), NEAR_WEIGHT);
    }
    return alternatives;
  });
}

function addMissing(alternatives: Alternatives, stems: string[], weight: number): void {
  for (const stem of stems) if (!alternatives.has(stem)) alternatives.set(stem, weight);
}
