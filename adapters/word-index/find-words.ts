/** A word of a text: where it stands, in UTF-16 units, and its form for comparing. */
export interface Word {
  start: number;
  end: number;
  folded: string;
  /** A hyphen alone stands between this word and the one before it, as in `X-ray`. */
  joined: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const PLAIN = /^[a-z0-9]+$/;
/** The accents of the languages that most texts here are in, which need no look into Unicode's tables. */
const COMMON = /[áéíóúüñ]/g;
const COMMON_BASES: { [letter: string]: string } = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };
const MARKS = /\p{M}+/gu;
const UNDECOMPOSED = /[ßøđłæœıħŧðþ]/g;
const SPELLED_OUT: { [letter: string]: string } = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ð: 'd',
  þ: 'th',
};

/** Without case, accents or compatibility forms: `Ñandú` → `nandu`. Composed and decomposed letters fold alike. */
function foldWord(word: string): string {
  const quick = word.toLowerCase().replace(COMMON, (letter) => COMMON_BASES[letter] ?? letter);
  if (PLAIN.test(quick)) return quick;
  return word
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(UNDECOMPOSED, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** The words of a text in their order: runs of letters and digits, with the marks that belong to them. */
export function findWords(text: string): Word[] {
  const words: Word[] = [];
  let previousEnd = -2;
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].length;
    const joined = previousEnd === start - 1 && (text[previousEnd] === '-' || text[previousEnd] === '\u2011');
    words.push({ start, end, folded: foldWord(match[0]), joined });
    previousEnd = end;
  }
  return words;
}
