import type { HighlightedText } from '#core/search/search-index.ts';
import { findWords, type Word } from './find-words.ts';

/** A matching range of the original text in UTF-16 code units, and its stem. */
export interface Match {
  start: number;
  end: number;
  stem: string;
}

export interface MatchedText {
  text: string;
  words: Word[];
  matches: Match[];
}

/** Finds the words of a text whose stem is in the set. */
export function matchWords(text: string, stems: ReadonlySet<string>, stem: (folded: string) => string): MatchedText {
  const words = findWords(text);
  const matches: Match[] = [];
  let previous: Word | undefined;
  for (const word of words) {
    const own = stem(word.folded);
    const compound = word.joined && previous ? stem(previous.folded + word.folded) : undefined;
    if (compound !== undefined && previous && stems.has(compound)) {
      if (matches.at(-1)?.end === previous.end) matches.pop();
      matches.push({ start: previous.start, end: word.end, stem: compound });
    } else if (stems.has(own)) {
      matches.push({ start: word.start, end: word.end, stem: own });
    }
    previous = word;
  }
  return { text, words, matches };
}

/** Splits a range of a text into matching and other parts; none is empty. */
export function highlight(matched: MatchedText, start = 0, end = matched.text.length): HighlightedText {
  const parts: HighlightedText = [];
  let at = start;
  for (const match of matched.matches) {
    if (match.end <= start || match.start >= end) continue;
    const from = Math.max(match.start, start);
    if (from > at) parts.push({ text: matched.text.slice(at, from), match: false });
    at = Math.min(match.end, end);
    parts.push({ text: matched.text.slice(from, at), match: true });
  }
  if (at < end) parts.push({ text: matched.text.slice(at, end), match: false });
  return parts;
}
