import { findWords } from './find-words.ts';
import type { Alternatives } from './postings.ts';
import type { WordStems } from './word-stems.ts';

/** Characters of a query that are read. */
const MAX_QUERY_LENGTH = 200;
/** Different words of a query that are looked for. */
const MAX_WORDS = 16;
/** Stems that the beginning of a last word may stand for, in each language. */
const MAX_COMPLETIONS = 20;
/** Words of a query that may be misspelled, and stems that each may stand for, in each language. */
const MAX_NEAR_WORDS = 8;
const MAX_NEAR = 10;
/** Letters that a last word needs before it is completed: what two may stand for is most of a site. */
const MIN_PREFIX = 3;
/** What a completed word counts against one typed in full. */
const COMPLETION_WEIGHT = 0.4;
/** What a word that is nearly the one typed counts. */
const NEAR_WEIGHT = 0.3;

/** One word of a query. */
export interface QueryWord {
  folded: string;
  /** Its stem in each language of the texts that are searched, without repeats. */
  stems: string[];
  /** Whether it may be the beginning of a longer word. */
  unfinished: boolean;
}

/**
 * The words of a query that count: without stop words, unless there is nothing else.
 * @param languages the stems of the languages searched in; the first decides what is a stop word
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

/** The words as they are, and the last one completed. */
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
 * As typed or nearly so: one letter in five, and at most two, may be wrong in words of more than four. Of the first words
 * alone: each costs a look at every word of the site.
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
