import { createRequire } from 'node:module';

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

/**
 * Stop words: normalized words that occur in nearly every text of a language, by BCP 47 primary tag. `sin` and `no` are not included,
 * because they change the meaning of a query.
 */
const STOP_WORDS: { [language: string]: string } = {
  es: `a al algo algun alguna algunas algunos ante antes aquel aquella aquellas aquellos aqui asi aun aunque cada como con
    cual cuales cuando cuanto de del desde donde dos e el ella ellas ello ellos en entre era eran es esa esas ese eso esos
    esta estaba estan estar estas este esto estos estoy fue fueron ha habia hace hacia han hasta hay he la las le les lo los
    luego mas me mi mientras mis mucho muy nada ni nos nosotros o os otra otras otro otros para pero poco por porque pues
    puede pueden que quien quienes se sea ser si sido sobre solo son su sus suya suyo tal tambien tan tanto te tiene tienen
    toda todas todo todos tu tus u un una unas uno unos usted ustedes va y ya yo`,
  en: `a about above after again all also am an and any are as at be because been before being below between both but by
    can could d did do does doing down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just ll m may me more most my of off on once only or other our ours out over own re s same
    she should so some such t than that the their theirs them then there these they this those through to too under until
    up ve very was we were what when where which while who whom why will with would you your yours`,
};

/** Words whose stems are remembered, per language: about 2 MB. The frequent ones of a language are the most of its texts. */
const MOST_REMEMBERED = 20_000;

/** The stemmer of one language. */
export interface WordStems {
  /** The language's BCP 47 primary tag. */
  language: string;
  /** The stem of a normalized word; the word itself in a language without a stemmer. */
  stem(folded: string): string;
  isStopWord(folded: string): boolean;
}

/** @param tag the language's BCP 47 tag: `es-MX` */
export function createWordStems(tag: string): WordStems {
  const { language } = new Intl.Locale(tag);
  const stopWords = new Set(STOP_WORDS[language]?.split(/\s+/));
  const known = new Map<string, string>();
  let reduce: ((word: string) => string) | undefined;
  return {
    language,
    stem(folded) {
      const found = known.get(folded);
      if (found !== undefined) return found;
      reduce ??= loadStemmer(language);
      if (known.size >= MOST_REMEMBERED) known.clear();
      // V8 makes a word a slice of the text that it was found in, and would hold all of that.
      const word = Buffer.from(folded).toString();
      const stem = reduce(word);
      known.set(word, stem === word ? word : Buffer.from(stem).toString());
      return stem;
    },
    isStopWord: (folded) => stopWords.has(folded),
  };
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
