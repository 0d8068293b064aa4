import type { Locale } from '../locales/locale.ts';

/**
 * Words per minute of an adult who reads non-fiction silently. English: M. Brysbaert, "How many words do we read per minute?",
 * Journal of Memory and Language 109 (2019). Spanish: 218 ± 28 in S. Trauzettel-Klosinski and K. Dietz, "Standardized
 * Assessment of Reading Performance: The New International Reading Speed Texts IReST" (2012), rounded down because patients
 * read with care.
 */
const WORDS_PER_MINUTE: { [language: string]: number } = { en: 238, es: 200 };

/** For languages without a figure. */
const OTHERWISE = 200;

/** Reading time of a text in whole minutes, at least 1. */
export function readingMinutes(text: string, locale: Locale): number {
  return Math.max(1, Math.round(countWords(text) / (WORDS_PER_MINUTE[locale.slice(0, 2)] ?? OTHERWISE)));
}

/** Number of words: runs of letters and digits, including punctuation inside words and numbers. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
