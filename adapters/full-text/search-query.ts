import { findWords } from './find-words.ts';
import type { WordStems } from './word-stems.ts';

/** Maximum characters of a query that are used. */
const MAX_QUERY_LENGTH = 200;
/** Maximum distinct words of a query that are used. */
const MAX_WORDS = 12;
/** Maximum stems that complete an unfinished last word, per language. */
const MAX_COMPLETIONS = 20;
/** Maximum words of a query matched approximately, and maximum near words per word and language. */
const MAX_NEAR_WORDS = 8;
const MAX_NEAR = 10;
/** Minimum letters of a last word before it is completed: two letters would match most of a site. */
const MIN_PREFIX = 3;

/** One word of a query. */
export interface QueryWord {
  folded: string;
  /** What entries are searched for: the word, beside which entries with it come first, and its stems in the languages of the texts. */
  terms: string[];
  /** What counts less: stems of words that begin with an unfinished one, or are near it. */
  others: string[];
}

/** What the texts of a language have. @param language a BCP 47 primary tag */
export interface Vocabulary {
  /** At most so many words that begin with a text, shortest first. */
  wordsWith(beginning: string, language: string, limit: number): string[];
  /** At most so many words within an edit distance, nearest lengths first. */
  wordsNear(word: string, distance: 1 | 2, language: string, limit: number): string[];
}

/**
 * The words of a query without stop words, unless there are only stop words. The last one may be unfinished.
 * @param languages the stemmers of the languages searched; the first one decides what is a stop word
 */
export function parseQuery(query: string, languages: WordStems[], { wordsWith }: Vocabulary): QueryWord[] {
  const all = findWords(query.slice(0, MAX_QUERY_LENGTH)).map((word) => word.folded);
  const words = [...new Set(all)].slice(0, MAX_WORDS);
  const telling = words.filter((word) => !languages[0]?.isStopWord(word));
  return (telling.length > 0 ? telling : words).map((folded) => {
    const isUnfinished = folded === all.at(-1) && folded.length >= MIN_PREFIX;
    const terms = [...new Set([folded, ...languages.map((language) => language.stem(folded))])];
    const completions = ({ language, stem }: WordStems) => [
      ...new Set(wordsWith(folded, language, 2 * MAX_COMPLETIONS).map(stem)),
    ];
    const others = isUnfinished ? languages.flatMap((own) => completions(own).slice(0, MAX_COMPLETIONS)) : [];
    return withOthers({ folded, terms, others: [] }, others);
  });
}

/**
 * The words with those that are near them: in words of more than four letters, one letter in five may be wrong, and at most two.
 * Only for the first words, because each requires a scan of the vocabulary.
 */
export function withNearWords(words: QueryWord[], languages: WordStems[], { wordsNear }: Vocabulary): QueryWord[] {
  return words.map((word, number) => {
    const { length } = word.folded;
    if (length <= 4 || number >= MAX_NEAR_WORDS) return word;
    const near = languages.flatMap(({ language, stem }) =>
      wordsNear(word.folded, length < 8 ? 1 : 2, language, MAX_NEAR).map(stem),
    );
    return withOthers(word, near);
  });
}

function withOthers(word: QueryWord, others: string[]): QueryWord {
  return { ...word, others: [...new Set([...word.others, ...others])].filter((term) => !word.terms.includes(term)) };
}

/** A query in the language of FTS5. */
export interface Match {
  anywhere: string;
  /** The same without what counts less; missing if there is nothing of that. */
  exactly: string | undefined;
  /** The same for entries with a word in the title. */
  inTitle: string;
}

export function toMatch(words: QueryWord[], which: 'all' | 'any'): Match {
  const join = (termsOf: (word: QueryWord) => string[]) =>
    words.map((word) => `(${termsOf(word).map(quoted).join(' OR ')})`).join(which === 'all' ? ' AND ' : ' OR ');
  const anywhere = join(({ terms, others }) => [...terms, ...others]);
  const exactly = join(({ terms }) => terms);
  const titled = words.flatMap(({ terms }) => terms.map(quoted)).join(' OR ');
  return {
    anywhere,
    exactly: exactly === anywhere ? undefined : exactly,
    inTitle: `(${anywhere}) AND title : (${titled})`,
  };
}

/** A string of FTS5, in which nothing but the quotation mark has a meaning. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
