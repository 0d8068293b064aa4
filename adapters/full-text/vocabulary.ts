import type { SearchArea } from '#core/search/search-index.ts';
import type { IndexFile } from './index-file.ts';
import { isNear, lettersOf } from './near-words.ts';
import type { Vocabulary } from './search-query.ts';

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
