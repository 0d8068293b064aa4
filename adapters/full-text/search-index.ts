import { hash } from 'node:crypto';
import { backup, type SQLOutputValue } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { isLanguageCode, type LocaleDefinition } from '#core/locales/locale.ts';
import type { SearchArea, SearchEntry, SearchHit, SearchIndex } from '#core/search/search-index.ts';
import { cutExcerpt, highlight, type MatchWord, matchWords, rateExcerpt } from './excerpt.ts';
import { findWords } from './find-words.ts';
import {
  DamagedContents,
  type IndexFile,
  isFileFailure,
  openCopy,
  openIndexFile,
  type Part,
  removeIndexFile,
} from './index-file.ts';
import { isNear, lettersOf } from './near-words.ts';
import { type Match, parseQuery, type QueryWord, toMatch, type Vocabulary, withNearWords } from './search-query.ts';
import { createWordStems, type WordStems } from './word-stems.ts';

/**
 * Maximum characters read for the excerpts of one search, about 10 ms of work; what short texts do not use is available to
 * longer ones. If the words occur only later in a text, the summary or the start of the text is shown.
 */
const EXCERPT_ROOM = 60_000;

/** Maximum entries that are ranked, and as many of those with a word in the title: those that were taken in last. */
const MAX_RANKED = 500;

/** Puts entries with a word in the title before all others: greater than any score. */
const AHEAD = 1_000_000;

/** Weights of title, summary and text in `bm25`, beside what `toMatch` adds to titles. */
const WEIGHTS = '20, 4, 1';

/** Weight of completions and near words, relative to exact ones. */
const LESS = 0.4;

/** A page of a list asks for the first ids some times: they are kept until something is written, for so many queries. */
const FOUND_AT_ONCE = 200;
const MOST_RECENT = 20;

/** Lengths of the words in the vocabulary: shorter ones have no near words, longer ones are none. */
const SHORTEST_WORD = 4;
const LONGEST_WORD = 40;

/** Words that are known to be in the vocabulary, so that few are written twice: 5 MB, until everything is taken in. */
const MOST_KNOWN = 60_000;

export interface FullTextIndexOptions {
  /** The site's languages; the BCP 47 tag selects the stemmer. */
  languages: Pick<LocaleDefinition, 'code' | 'language'>[];
  /** The file, which belongs to one process at a time; without it, a temporary one. */
  file?: string;
  /** Hash of everything except documents that entries depend on: a file of another one is replaced. */
  identity?: string;
  /** Called if the stored index cannot be used, so that it must be filled. */
  onUnusable?: (sentence: string, error?: unknown) => void;
}

interface Look {
  query: string;
  locale: string;
  offset?: number;
  limit: number;
  /** Columns of `entries`. */
  columns: string;
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

/** A full-text index on SQLite's FTS5 (decision 72), opened when it is first used. */
export function createFullTextIndex(options: FullTextIndexOptions): SearchIndex {
  const { languages, file = '', identity = '', onUnusable } = options;
  const stems = new Map<string, WordStems>();
  /** By area and language. */
  const known = new Map<string, Set<string>>();
  let knownWords = 0;
  let opened: IndexFile | undefined;
  let isTemporary = file === '';
  let onInvalidated = () => {};
  const recent = new Map<string, { limit: number; ids: string[] }>();

  function open(): IndexFile {
    if (opened) return opened;
    try {
      opened = openIndexFile(file, identity, (error) =>
        onUnusable?.(
          `The stored search index is ${error ? 'damaged' : 'of another configuration'}; it is built anew`,
          error,
        ),
      );
    } catch (error) {
      opened = openTemporary('The file of the search index cannot be made; this process does without it', error);
    }
    return opened;
  }

  function openTemporary(sentence: string, error: unknown): IndexFile {
    if (isTemporary) throw error;
    isTemporary = true;
    onUnusable?.(sentence, error);
    return openIndexFile('', identity, () => {});
  }

  /** Does some work with the index. If its file fails, an empty temporary one takes its place. */
  function using<T>(work: (index: IndexFile) => T): T {
    const index = open();
    try {
      return work(index);
    } catch (error) {
      forgetKnown();
      if (!index.database.isOpen || !isFileFailure(error)) throw error;
      opened = openTemporary('The file of the search index failed; this process builds it anew without it', error);
      index.database.close();
      removeIndexFile(file);
      recent.clear();
      setImmediate(onInvalidated);
      return work(opened);
    }
  }

  function stemsOf(code: string): WordStems {
    let found = stems.get(code);
    if (!found) {
      if (!isLanguageCode(code)) throw new DamagedContents(`"${code}" is no language`);
      found = createWordStems(languages.find((language) => language.code === code)?.language ?? code);
      stems.set(code, found);
    }
    return found;
  }

  /** The terms of a text as FTS5 splits them: each word, and its stem. Stop words are for queries that consist of them. */
  function termsOf(text: string, { stem, isStopWord }: WordStems, withStopWords: boolean, words: Set<string>): string {
    const terms: string[] = [];
    const add = (word: string) => {
      const own = stem(word);
      terms.push(own);
      if (own !== word) terms.push(word);
      words.add(word);
    };
    let previous = '';
    for (const { folded, joined } of findWords(text)) {
      if (joined) add(previous + folded);
      if (withStopWords || !isStopWord(folded)) add(folded);
      previous = folded;
    }
    return terms.join(' ');
  }

  function learn(index: IndexFile, area: SearchArea, language: string, words: Iterable<string>): void {
    const insert = index.statement(
      'INSERT OR IGNORE INTO vocabulary (area, language, length, word, letters) VALUES (?, ?, ?, ?, ?)',
    );
    const key = `${area} ${language}`;
    let own = known.get(key);
    for (const word of words) {
      if (own?.has(word) || word.length < SHORTEST_WORD || word.length > LONGEST_WORD) continue;
      if (knownWords >= MOST_KNOWN) forgetKnown();
      own = known.get(key) ?? new Set();
      known.set(key, own);
      // V8 makes a word a slice of the text that it was found in, and would hold all of that.
      own.add(Buffer.from(word).toString());
      knownWords += 1;
      insert.all(area, language, word.length, word, lettersOf(word) >>> 0);
    }
  }

  function forgetKnown(): void {
    known.clear();
    knownWords = 0;
  }

  function add(index: IndexFile, source: DocumentPath, entry: SearchEntry, entryHash: string): void {
    const { area, locale, id: item, contentLanguage, title, summary, text, isShown } = entry;
    const part = index.part(area, locale) ?? index.addPart(area, locale);
    const own = stemsOf(contentLanguage);
    const words = new Set<string>();
    const terms = [
      termsOf(title, own, true, words),
      termsOf(summary, own, false, words),
      termsOf(text, own, false, words),
    ];
    const shown = isShown ? [title, summary, deflated(text)] : [null, null, null];
    const { id = null } =
      index
        .statement(
          'INSERT INTO entries (source, part, item, hash, language, title, summary, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
        )
        .get(source, part.id, item, entryHash, contentLanguage, ...shown) ?? {};
    index.statement(`INSERT INTO words_${part.id} (rowid, title, summary, text) VALUES (?, ?, ?, ?)`).all(id, ...terms);
    part.languages.add(contentLanguage);
    learn(index, area, own.language, words);
  }

  function put(index: IndexFile, source: DocumentPath, entries: SearchEntry[]): void {
    const wanted = new Map(entries.map((entry) => [hash('sha256', JSON.stringify(entry), 'base64url'), entry]));
    const former = index.statement('SELECT id, part, hash FROM entries WHERE source = ?').all(source);
    for (const { id = null, part, hash: own } of former) {
      if (wanted.delete(String(own))) continue;
      index.statement(`DELETE FROM words_${part} WHERE rowid = ?`).all(id);
      index.statement('DELETE FROM entries WHERE id = ?').all(id);
    }
    for (const [entryHash, entry] of wanted) add(index, source, entry, entryHash);
  }

  function vocabularyOf(index: IndexFile, { area }: Part): Vocabulary {
    return {
      wordsWith(beginning, language, limit) {
        const select = index.statement(
          'SELECT word FROM vocabulary WHERE area = ? AND language = ? AND length = ? AND word BETWEEN ? AND ? LIMIT ?',
        );
        const found: string[] = [];
        for (let length = beginning.length + 1; length <= LONGEST_WORD && found.length < limit; length += 1) {
          const rows = select.all(area, language, length, beginning, `${beginning}\u{10ffff}`, limit - found.length);
          for (const { word } of rows) found.push(String(word));
        }
        return found;
      },
      wordsNear(word, distance, language, limit) {
        const candidates = index
          .statement(
            `SELECT word FROM vocabulary WHERE area = ? AND language = ? AND length BETWEEN ? AND ?
             AND ${hasFewBits('(letters & ~?5)', distance)} AND ${hasFewBits('(?5 & ~letters)', distance)}
             ORDER BY abs(length - ?6)`,
          )
          .all(area, language, word.length - distance, word.length + distance, lettersOf(word) >>> 0, word.length);
        const found: string[] = [];
        for (const { word: candidate } of candidates) {
          if (found.length < limit && isNear(word, String(candidate), distance)) found.push(String(candidate));
        }
        return found;
      },
    };
  }

  /** Finds entries: with all words as they are typed, else with near words, else with some of those. */
  function look(index: IndexFile, part: Part, { query, locale, offset = 0, limit, columns }: Look): Found {
    const others = [...part.languages].filter((language) => language !== locale);
    const languages = [locale, ...others].map(stemsOf);
    const vocabulary = vocabularyOf(index, part);
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

  return {
    write(changes) {
      recent.clear();
      using((index) =>
        index.transaction(() => {
          for (const { source, entries } of changes) put(index, source, entries);
        }),
      );
    },
    sources: (collection) =>
      using((index) =>
        index
          .statement('SELECT DISTINCT source FROM entries WHERE source >= ? AND source < ?')
          .all(`${collection}/`, `${collection}0`)
          .map(({ source }) => String(source) as DocumentPath),
      ),
    place: () => using((index) => index.place()),
    setPlace(place) {
      forgetKnown();
      using((index) => void index.statement('UPDATE header SET place = ?').all(place));
    },
    onInvalidated(fill) {
      onInvalidated = fill;
    },
    search: (query, { locale, offset, limit }) =>
      using((index) => {
        const part = index.part('public', locale);
        if (!part) return { total: 0, hits: [] };
        const columns = 'item, language, title, summary, text';
        const { total, rows, words } = look(index, part, { query, locale, offset, limit, columns });
        let room = EXCERPT_ROOM;
        const hits = rows.map(({ item, language, title, summary, text }, number): SearchHit => {
          const matching = matcherOf(words, stemsOf(String(language)));
          const read = inflated(text).slice(0, Math.ceil(room / (rows.length - number)));
          room -= read.length;
          return { id: String(item), ...shownOf(String(title), String(summary), read, matching) };
        });
        return { total, hits };
      }),
    find(query, { area, locale, limit }) {
      const key = JSON.stringify([area, locale, query]);
      const kept = recent.get(key);
      if (kept && limit <= kept.limit) return kept.ids.slice(0, limit);
      const most = Math.max(limit, FOUND_AT_ONCE);
      const ids = using((index) => {
        const part = index.part(area, locale);
        if (!part) return [];
        return look(index, part, { query, locale, limit: most, columns: 'item' }).rows.map(({ item }) => String(item));
      });
      if (recent.size >= MOST_RECENT) recent.clear();
      if (most === FOUND_AT_ONCE) recent.set(key, { limit: most, ids });
      return ids.slice(0, limit);
    },
    async copyTo(target) {
      await backup(open().database, target, { rate: 256 });
    },
    continueWith(copy) {
      const next = openCopy(copy, identity);
      opened?.database.close();
      opened = next;
      recent.clear();
      isTemporary = true;
    },
    close() {
      if (opened?.database.isOpen) opened.database.close();
    },
  };
}

/** What the words of a text match of a query. */
function matcherOf(words: QueryWord[], { stem }: WordStems): MatchWord {
  const wanted = new Set(words.flatMap(({ terms, others }) => [...terms, ...others]));
  return (folded) => {
    const own = stem(folded);
    if (wanted.has(own)) return own;
    return wanted.has(folded) ? folded : undefined;
  };
}

function shownOf(title: string, summary: string, text: string, match: MatchWord): Omit<SearchHit, 'id'> {
  const [inSummary, inText] = [matchWords(summary, match), matchWords(text, match)];
  const excerpt = rateExcerpt(inText) > rateExcerpt(inSummary) || summary === '' ? inText : inSummary;
  return { title: highlight(matchWords(title, match)), excerpt: cutExcerpt(excerpt) };
}

/** A condition of SQL: an integer has at most one bit, or two. */
function hasFewBits(bits: string, most: 1 | 2): string {
  const fewer = `(${bits} & (${bits} - 1))`;
  return most === 1 ? `${fewer} = 0` : `(${fewer} & (${fewer} - 1)) = 0`;
}

/** Takes 0.05 ms for 500 words. A lone surrogate becomes U+FFFD. */
function deflated(text: string): Uint8Array {
  return deflateRawSync(text, { level: 4 });
}

function inflated(text: unknown): string {
  try {
    return text instanceof Uint8Array ? inflateRawSync(text).toString() : '';
  } catch (error) {
    throw new DamagedContents('A stored text is damaged', { cause: error });
  }
}
