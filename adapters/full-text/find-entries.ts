import type { SQLOutputValue } from 'node:sqlite';
import { findWords } from './find-words.ts';
import type { IndexFile, Part } from './index-file.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';
import type { WordStems } from './word-stems.ts';

/** Maximum entries that are ranked, and as many of those with a word in the title: those that were taken in last. */
const MAX_RANKED = 500;

/** Puts entries with a word in the title before all others: greater than any score. */
const AHEAD = 1_000_000;

/** Weights of title, summary and text in `bm25`, beside what `toMatch` adds to titles. */
const WEIGHTS = '20, 4, 1';

/** Weight of completions and near words, relative to exact ones. */
const LESS = 0.4;

interface Look {
  query: string;
  locale: string;
  offset?: number;
  limit: number;
  /** Columns of `entries`. */
  columns: string;
  stemsOf: (language: string) => WordStems;
}

type Place = Pick<Look, 'columns' | 'limit'> & { offset: number };

/** Entries that match a text of FTS5, at most so many, with a score: less is better. */
interface Ranked {
  score: string;
  text: string;
  most: number;
}

interface Found {
  total: number;
  rows: { [column: string]: SQLOutputValue }[];
  words: QueryWord[];
}

/** Finds entries: with all words as they are typed, else with near words, else with some of those. */
export function findEntries(index: IndexFile, part: Part, look: Look): Found {
  const { query, locale, offset = 0, limit, columns, stemsOf } = look;
  const others = [...part.languages].filter((language) => language !== locale);
  const languages = [locale, ...others].map(stemsOf);
  const vocabulary = readVocabulary(index, part.area);
  const typed = parseQuery(query, languages, vocabulary);
  if (typed.length === 0) return { total: 0, rows: [], words: typed };
  const place = { columns, offset, limit };
  const all = rank(index, part, toMatch(typed, 'all'), { ...place, titledFirst: true });
  if (all.total > 0) return { ...all, words: typed };
  const words = withNearWords(typed, languages, vocabulary);
  const near = rank(index, part, toMatch(words, 'all'), { ...place, titledFirst: true });
  if (near.total > 0) return { ...near, words };
  return { ...rank(index, part, toMatch(words, 'any'), place), words };
}

/**
 * The best entries: those ranked, and then the others, latest first, so that a greater limit gives the same and more.
 * @param titledFirst where there are more than are ranked, those with a word in the title come first: often they are enough
 */
function rank(index: IndexFile, { id }: Part, match: Match, place: Place & { titledFirst?: boolean }) {
  const { anywhere, exactly, inTitle } = match;
  const { columns, offset, limit, titledFirst = false } = place;
  const count = `SELECT count(*) AS total FROM words_${id} WHERE words_${id} MATCH ?`;
  const total = Number(index.statement(count).get(anywhere)?.total);
  if (total === 0) return { total, rows: [] };
  const bm25 = `bm25(words_${id}, ${WEIGHTS})`;
  const rowsOf = (lists: Ranked[]) => {
    const latest = lists.map(
      ({ score }) =>
        `SELECT * FROM (SELECT rowid AS row, ${score} AS score FROM words_${id} WHERE words_${id} MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    );
    return index
      .statement(
        `SELECT ${columns} FROM (
           SELECT row, min(score) AS best FROM (${latest.join(' UNION ALL ')})
           GROUP BY row ORDER BY best, row DESC LIMIT ? OFFSET ?
         ) JOIN entries ON entries.id = row ORDER BY best, row DESC`,
      )
      .all(...lists.flatMap(({ text, most }) => [text, most]), limit, offset);
  };
  if (total === 1) return { total, rows: rowsOf([{ score: '0', text: anywhere, most: 1 }]) };
  const isMore = total > MAX_RANKED;
  const titled = { score: isMore && titledFirst ? `${bm25} - ${AHEAD}` : bm25, text: inTitle, most: MAX_RANKED };
  if (isMore && titledFirst) {
    const rows = rowsOf([titled]);
    if (rows.length === limit) return { total, rows };
  }
  const rows = rowsOf([
    { score: exactly === undefined ? bm25 : `${LESS} * ${bm25}`, text: anywhere, most: MAX_RANKED },
    ...(exactly === undefined ? [] : [{ score: bm25, text: exactly, most: MAX_RANKED }]),
    titled,
    ...(isMore ? [{ score: '0', text: anywhere, most: offset + limit }] : []),
  ]);
  return { total, rows };
}

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

/**
 * The words of a query without stop words, unless there are only stop words. The last one may be unfinished.
 * @param languages the stemmers of the languages searched; the first one decides what is a stop word
 */
function parseQuery(query: string, languages: WordStems[], { wordsWith }: Vocabulary): QueryWord[] {
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
function withNearWords(words: QueryWord[], languages: WordStems[], { wordsNear }: Vocabulary): QueryWord[] {
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
interface Match {
  anywhere: string;
  /** The same without what counts less; missing if there is nothing of that. */
  exactly: string | undefined;
  /** The same for entries with a word in the title. */
  inTitle: string;
}

function toMatch(words: QueryWord[], which: 'all' | 'any'): Match {
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
