/** A word of a text: its position in UTF-16 code units, and its normalized form. */
export interface Word {
  start: number;
  end: number;
  folded: string;
  /** Whether only a hyphen separates this word from the previous one, as in `X-ray`. */
  joined: boolean;
}

/** Soft hyphens, zero-width characters and marks of direction, which nobody sees or types. */
const INVISIBLE = /\p{Cf}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu;
const PLAIN = /^[a-z0-9]+$/;
/** Common accented letters, handled without Unicode normalization for speed. */
const COMMON = /[áéíóúüñ]/g;
const COMMON_BASES: { [letter: string]: string } = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };
/** Accents and points. The vowel signs of Indic scripts are marks too, and make different words. */
const MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]+/gv;
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

/** Removes case, accents and compatibility forms: `Ñandú` → `nandu`. Composed and decomposed letters become equal. */
function foldWord(word: string): string {
  const quick = word.toLowerCase().replace(COMMON, (letter) => COMMON_BASES[letter] ?? letter);
  if (PLAIN.test(quick)) return quick;
  return word
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(UNDECOMPOSED, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** The words of a text in order: runs of letters and digits with their combining marks and invisible characters. */
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
