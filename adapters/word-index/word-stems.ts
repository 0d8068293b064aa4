import { createRequire } from 'node:module';
import { isNear, lettersOf, mayBeNear } from './near-words.ts';
import { stopWordsOf } from './stop-words.ts';

interface SnowballStemmers {
  newStemmer(algorithm: string): { stem(word: string): string };
}

/** The stemmers of the library by BCP 47 primary tag. */
const ALGORITHMS: { [language: string]: string } = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** The stemmer and vocabulary of one language. */
export interface WordStems {
  /** The stem of a normalized word; the word itself in a language without a stemmer. */
  stem(folded: string): string;
  /** Like `stem`, and adds the word to the vocabulary for `stemsOfPrefix` and `stemsNear`. */
  learn(folded: string): string;
  /** Distinct stems of vocabulary words with this prefix, shortest words first. */
  stemsOfPrefix(folded: string, limit: number): string[];
  /** At most `limit` distinct stems of vocabulary words within the edit distance, equal lengths first. */
  stemsNear(folded: string, distance: number, limit: number): string[];
  isStopWord(folded: string): boolean;
}

/** @param tag the language's BCP 47 tag: `es-MX` */
export function createWordStems(tag: string): WordStems {
  const language = new Intl.Locale(tag).language;
  const stopWords = stopWordsOf(language);
  /** Normalized word → stem. Words are never removed, so its size follows that of the language, not of the site. */
  const vocabulary = new Map<string, string>();
  /** Length → the normalized words of that length, each with its letters as a bit set. */
  const byLength = new Map<number, { words: string[]; letters: number[] }>();
  let reduce: ((word: string) => string) | undefined;

  function stem(folded: string): string {
    const known = vocabulary.get(folded);
    if (known !== undefined) return known;
    reduce ??= loadStemmer(language);
    return reduce(folded);
  }

  return {
    stem,
    learn(folded) {
      const known = vocabulary.get(folded);
      if (known !== undefined) return known;
      // V8 makes a word a slice of the text that it was found in, and would hold all of that.
      const word = Buffer.from(folded).toString();
      const found = stem(word);
      vocabulary.set(word, found);
      const alike = byLength.get(word.length) ?? { words: [], letters: [] };
      alike.words.push(word);
      alike.letters.push(lettersOf(word));
      byLength.set(word.length, alike);
      return found;
    },
    stemsOfPrefix(folded, limit) {
      const words: string[] = [];
      for (const word of vocabulary.keys()) if (word.startsWith(folded)) words.push(word);
      words.sort((a, b) => a.length - b.length);
      return [...new Set(words.map(stem))].slice(0, limit);
    },
    stemsNear(folded, distance, limit) {
      const own = lettersOf(folded);
      const found = new Set<string>();
      for (const length of nearbyLengths(folded.length, distance)) {
        const { words, letters } = byLength.get(length) ?? { words: [], letters: [] };
        for (const [at, word] of words.entries()) {
          if (!mayBeNear(own, letters[at] ?? 0, distance) || !isNear(folded, word, distance)) continue;
          found.add(stem(word));
          if (found.size >= limit) return [...found];
        }
      }
      return [...found];
    },
    isStopWord: (folded) => stopWords.has(folded),
  };
}

/** The lengths within a distance, nearest first. */
function nearbyLengths(length: number, distance: number): number[] {
  const lengths = [length];
  for (let by = 1; by <= distance; by += 1) lengths.push(length - by, length + by);
  return lengths;
}

/** Loaded lazily: the stemmers of all languages are one file of 0.9 MB. */
function loadStemmer(language: string): (word: string) => string {
  const algorithm = ALGORITHMS[language];
  if (algorithm === undefined) return (word) => word;
  const stemmers: SnowballStemmers = createRequire(import.meta.url)('snowball-stemmers');
  const stemmer = stemmers.newStemmer(algorithm);
  return language === 'es' ? (word) => stemSpanish(word, stemmer.stem) : (word) => stemmer.stem(word);
}

/**
 * The Spanish algorithm depends on accents, which are removed here. Restores those that the ending implies, converts plurals in
 * `-enes` to the singular (`exámenes`, `examen`), and gives `luz` and `luces` the same stem.
 */
function stemSpanish(folded: string, stem: (word: string) => string): string {
  const word = folded
    .replace(/([cs])ion$/, '$1ión')
    .replace(/(log|graf|scop|metr|tom|pat|cirug|ecograf)ia(s?)$/, '$1ía$2')
    .replace(/enes$/, 'en');
  return foldAccents(stem(word)).replace(/z$/, 'c');
}

function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
