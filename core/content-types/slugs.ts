import type { Locale } from '../locales/locale.ts';
import { CONTENT_LIMITS } from './limits.ts';

/** Letters of other alphabets in decomposed form, each followed by Latin letters, or by `-` for none. */
const ALPHABETS = [
  // Cyrillic
  `а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь -
   э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz ә a ғ g қ k ң n ө o ұ u ү u һ h`,
  // Greek
  `α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o`,
  // Arabic, with the letters of Persian and Urdu
  `ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h و w ي y
   ى a ة a ء - پ p چ ch ژ zh ک k گ g ی y ں n ے e ہ h ھ h ٹ t ڈ d ڑ r ٱ a`,
  // Hebrew
  `א a ב b ג g ד d ה h ו v ז z ח ch ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r ש sh ת t`,
  // Armenian
  `ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s
   վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev`,
  // Georgian
  `ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts ძ dz წ ts
   ჭ ch ხ kh ჯ j ჰ h`,
  // Letters of Latin alphabets that have no decomposition
  'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ŋ ng ħ h ə e',
];

/** The parts of Korean syllables in decomposed form, in the order of Unicode. */
const KOREAN: [first: number, letters: string][] = [
  [0x1100, 'g kk n d tt r m b pp s ss - j jj ch k t p h'],
  [0x1161, 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'],
  [0x11a8, 'k k k n n n t l k m l l l p l m p p t t ng t t k t p t'],
];

/** Where the digits of Arabic scripts begin. */
const DIGITS = [0x660, 0x6f0];

const LATIN = new Map([...pairs(), ...korean(), ...digits()]);

/** A letter of another alphabet in Latin letters, possibly none; `undefined` if it is not known. In lower case, decomposed. */
export function romanize(letter: string): string | undefined {
  return LATIN.get(letter);
}

function pairs(): [string, string][] {
  const words = ALPHABETS.join(' ').split(/\s+/);
  return words.flatMap((letter, at): [string, string][] =>
    at % 2 === 0 ? [[letter.normalize('NFKD'), (words[at + 1] ?? '').replace('-', '')]] : [],
  );
}

function korean(): [string, string][] {
  return KOREAN.flatMap(([first, letters]) =>
    letters.split(' ').map((latin, at): [string, string] => [String.fromCodePoint(first + at), latin.replace('-', '')]),
  );
}

function digits(): [string, string][] {
  return DIGITS.flatMap((first) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [String.fromCodePoint(first + digit), String(digit)]),
  );
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The words for `&` and `%` per language. */
const SIGNS: { [language: string]: { [sign: string]: string } } = {
  es: { '&': 'y', '%': 'por ciento' },
  en: { '&': 'and', '%': 'percent' },
};

/** Why a text is not a valid slug, or `undefined` if it is. */
export function slugProblem(slug: string): string | undefined {
  if (slug === '') return 'a slug may not be empty';
  if (slug.length > CONTENT_LIMITS.slug) return `a slug may have at most ${CONTENT_LIMITS.slug} characters`;
  if (!SLUG.test(slug)) return `"${slug}" is not a slug: lowercase letters a–z and digits, joined by single hyphens`;
  return undefined;
}

/** A slug made from a title, cut between words; empty if the title has no usable letter or digit. */
export function proposeSlug(title: string, locale: Locale): string {
  const signs = SIGNS[locale.slice(0, 2)] ?? {};
  const spoken = title.replace(/[&%]/g, (sign) => ` ${signs[sign] ?? ''} `);
  const slug = foldToAscii(spoken);
  if (slug.length <= CONTENT_LIMITS.slug) return slug;
  const cut = slug.slice(0, CONTENT_LIMITS.slug + 1);
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : cut.slice(0, CONTENT_LIMITS.slug);
}

/** How many numeric suffixes are tried for an id or slug that is taken. */
export const NUMBERS = 50;

/** A slug with a numeric suffix, cut to the maximum length; with 1 the slug itself. */
export function numbered(slug: string, number: number): string {
  const end = number === 1 ? '' : `-${number}`;
  return slug.slice(0, CONTENT_LIMITS.slug - end.length).replace(/-$/, '') + end;
}

/** Whether a slug equals another one plus a numeric suffix. */
export function isNumbered(slug: string, other: string): boolean {
  const number = Number(/-(\d{1,2})$/.exec(slug)?.[1] ?? 1);
  return number > 1 && number <= NUMBERS && slug === numbered(other, number);
}

/**
 * Lower-case ASCII words joined by hyphens: accents, apostrophes and invisible characters are removed, ñ becomes n, and letters of other alphabets
 * become Latin ones.
 */
export function foldToAscii(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => romanize(letter) ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Creates a function that finds a name that is not taken: the base itself, or with the first free number from 2. It remembers the
 * numbers that it found: of names that stay taken, finding one for each of many equal ones costs no search.
 * @param write the base with a number
 */
export function createFreeNames(
  isTaken: (name: string) => boolean,
  write: (base: string, number: number) => string,
): (base: string) => string {
  const reached = new Map<string, number>();
  return (base) => {
    if (!isTaken(base)) return base;
    // Different bases can become one when they are cut to have room for the number.
    const group = write(base, 0);
    let number = reached.get(group) ?? 2;
    while (isTaken(write(base, number))) number++;
    reached.set(group, number);
    return write(base, number);
  };
}
