import type { Locale } from '../locales/locale.ts';
import { CONTENT_LIMITS } from './limits.ts';
import { romanize } from './romanize.ts';

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
 * Lower-case ASCII words joined by hyphens: accents and apostrophes are removed, ñ becomes n, and letters of other alphabets
 * become Latin ones.
 */
export function foldToAscii(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => romanize(letter) ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}
