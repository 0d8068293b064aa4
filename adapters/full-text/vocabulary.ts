import type { SearchArea } from '#core/search/search-index.ts';
import type { IndexFile } from './index-file.ts';

/** Lengths of the words in the vocabulary: shorter ones have no near words, longer ones are none. */
const SHORTEST_WORD = 4;
const LONGEST_WORD = 40;

/** Words that are known to be in the vocabulary, so that few are written twice: 5 MB, until everything is taken in. */
const MOST_KNOWN = 60_000;

/** Puts words into the vocabulary. */
export interface VocabularyWriter {
  learn(index: IndexFile, area: SearchArea, language: string, words: Iterable<string>): void;
  /** To be called when what was written may be lost. */
  forget(): void;
}

export function createVocabularyWriter(): VocabularyWriter {
  /** By area and language. */
  const known = new Map<string, Set<string>>();
  let knownWords = 0;

  function learn(index: IndexFile, area: SearchArea, language: string, words: Iterable<string>): void {
    const insert = index.statement(
      'INSERT OR IGNORE INTO vocabulary (area, language, length, word, letters) VALUES (?, ?, ?, ?, ?)',
    );
    const key = `${area} ${language}`;
    let own = known.get(key);
    for (const word of words) {
      if (own?.has(word) || word.length < SHORTEST_WORD || word.length > LONGEST_WORD) continue;
      if (knownWords >= MOST_KNOWN) forget();
      own = known.get(key) ?? new Set();
      known.set(key, own);
      // V8 makes a word a slice of the text that it was found in, and would hold all of that.
      own.add(Buffer.from(word).toString());
      knownWords += 1;
      insert.all(area, language, word.length, word, lettersOf(word) >>> 0);
    }
  }

  function forget(): void {
    known.clear();
    knownWords = 0;
  }

  return { learn, forget };
}

/** What the texts of a language have. @param language a BCP 47 primary tag */
export interface Vocabulary {
  /** At most so many words that begin with a text, shortest first. */
  wordsWith(beginning: string, language: string, limit: number): string[];
  /** At most so many words within an edit distance, nearest lengths first. */
  wordsNear(word: string, distance: 1 | 2, language: string, limit: number): string[];
}

/** The words of all texts of an area, by their language. */
export function readVocabulary(index: IndexFile, area: SearchArea): Vocabulary {
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

/** A condition of SQL: an integer has at most one bit, or two. */
function hasFewBits(bits: string, most: 1 | 2): string {
  const fewer = `(${bits} & (${bits} - 1))`;
  return most === 1 ? `${fewer} = 0` : `(${fewer} & (${fewer} - 1)) = 0`;
}

/** A bit set of a word's letters: a cheap first test of edit distance, since each edit adds and removes at most one letter. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether the edit distance of two words (insert, remove, replace) is at most this. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    let least = line;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (one[line - 1] === other[at - 1] ? 0 : 1);
      const cost = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    row = next;
  }
  return (row[other.length] ?? 0) <= most;
}
