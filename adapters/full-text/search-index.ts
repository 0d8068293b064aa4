import { hash } from 'node:crypto';
import { backup } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { isLanguageCode, type LocaleDefinition } from '#core/locales/locale.ts';
import type { SearchEntry, SearchHit, SearchIndex } from '#core/search/search-index.ts';
import { cutExcerpt, highlight, type MatchWord, matchWords, rateExcerpt } from './excerpt.ts';
import { findEntries, type QueryWord } from './find-entries.ts';
import { findWords } from './find-words.ts';
import { createOpenedIndex, DamagedContents, type IndexFile } from './index-file.ts';
import { createVocabularyWriter, type VocabularyWriter } from './vocabulary.ts';
import { createWordStems, type WordStems } from './word-stems.ts';

/**
 * Maximum characters read for the excerpts of one search, about 10 ms of work; what short texts do not use is available to
 * longer ones. If the words occur only later in a text, the summary or the start of the text is shown.
 */
const EXCERPT_ROOM = 60_000;

/** A page of a list asks for the first ids some times: they are kept until something is written, for so many queries. */
const FOUND_AT_ONCE = 200;
const MOST_RECENT = 20;

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

/** A full-text index on SQLite's FTS5 (decision 72), opened when it is first used. */
export function createFullTextIndex(options: FullTextIndexOptions): SearchIndex {
  const { languages, file = '', identity = '', onUnusable } = options;
  const stems = new Map<string, WordStems>();
  const vocabulary = createVocabularyWriter();
  let onInvalidated = () => {};
  const recent = new Map<string, { limit: number; ids: string[] }>();
  const opened = createOpenedIndex({
    file,
    identity,
    onUnusable,
    onFailed: vocabulary.forget,
    onEmptied() {
      recent.clear();
      setImmediate(onInvalidated);
    },
  });
  const { current, using } = opened;

  function stemsOf(code: string): WordStems {
    let found = stems.get(code);
    if (!found) {
      if (!isLanguageCode(code)) throw new DamagedContents(`"${code}" is no language`);
      found = createWordStems(languages.find((language) => language.code === code)?.language ?? code);
      stems.set(code, found);
    }
    return found;
  }

  return {
    write(changes) {
      recent.clear();
      using((index) =>
        index.transaction(() => {
          for (const { source, entries } of changes) writeEntries(index, source, entries, { stemsOf, vocabulary });
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
      vocabulary.forget();
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
        const { total, rows, words } = findEntries(index, part, { query, locale, offset, limit, columns, stemsOf });
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
        const { rows } = findEntries(index, part, { query, locale, limit: most, columns: 'item', stemsOf });
        return rows.map(({ item }) => String(item));
      });
      if (recent.size >= MOST_RECENT) recent.clear();
      if (most === FOUND_AT_ONCE) recent.set(key, { limit: most, ids });
      return ids.slice(0, limit);
    },
    async copyTo(target) {
      await backup(current().database, target, { rate: 256 });
    },
    continueWith(copy) {
      opened.continueWith(copy);
      recent.clear();
    },
    close: opened.close,
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

function inflated(text: unknown): string {
  try {
    return text instanceof Uint8Array ? inflateRawSync(text).toString() : '';
  } catch (error) {
    throw new DamagedContents('A stored text is damaged', { cause: error });
  }
}

interface WritingWays {
  stemsOf: (language: string) => WordStems;
  vocabulary: Pick<VocabularyWriter, 'learn'>;
}

/** Makes the entries of a document those given. */
function writeEntries(index: IndexFile, source: DocumentPath, entries: SearchEntry[], ways: WritingWays): void {
  const wanted = new Map(entries.map((entry) => [hash('sha256', JSON.stringify(entry), 'base64url'), entry]));
  const former = index.statement('SELECT id, part, hash FROM entries WHERE source = ?').all(source);
  for (const { id = null, part, hash: own } of former) {
    if (wanted.delete(String(own))) continue;
    index.statement(`DELETE FROM words_${part} WHERE rowid = ?`).all(id);
    index.statement('DELETE FROM entries WHERE id = ?').all(id);
  }
  for (const [entryHash, entry] of wanted) add(index, source, entry, entryHash, ways);
}

function add(index: IndexFile, source: DocumentPath, entry: SearchEntry, entryHash: string, ways: WritingWays): void {
  const { area, locale, id: item, contentLanguage, title, summary, text, isShown } = entry;
  const part = index.part(area, locale) ?? index.addPart(area, locale);
  const own = ways.stemsOf(contentLanguage);
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
  ways.vocabulary.learn(index, area, own.language, words);
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

/** Takes 0.05 ms for 500 words. A lone surrogate becomes U+FFFD. */
function deflated(text: string): Uint8Array {
  return deflateRawSync(text, { level: 4 });
}
