import type { SQLOutputValue } from 'node:sqlite';
import type { IndexFile, Part } from './index-file.ts';
import { type Match, parseQuery, type QueryWord, toMatch, withNearWords } from './search-query.ts';
import { readVocabulary } from './vocabulary.ts';
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
