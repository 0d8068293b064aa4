import type { HighlightedText } from '#core/search/search-index.ts';
import { findWords, type Word } from './find-words.ts';

/** Target length of an excerpt in characters. */
const LENGTH = 200;
/** Tolerance, so that it ends between words. */
const SLACK = 40;

/** A matching range of the original text in UTF-16 code units, and what of the query it matches. */
interface Match {
  start: number;
  end: number;
  key: string;
}

/** What a normalized word of a text matches of a query, if anything. */
export type MatchWord = (folded: string) => string | undefined;

export interface MatchedText {
  text: string;
  matches: Match[];
}

/** Finds the words of a text that match. */
export function matchWords(text: string, match: MatchWord): MatchedText {
  const matches: Match[] = [];
  let previous: Word | undefined;
  for (const word of findWords(text)) {
    const compound = word.joined && previous ? match(previous.folded + word.folded) : undefined;
    const own = match(word.folded);
    if (compound !== undefined && previous) {
      if (matches.at(-1)?.end === previous.end) matches.pop();
      matches.push({ start: previous.start, end: word.end, key: compound });
    } else if (own !== undefined) {
      matches.push({ start: word.start, end: word.end, key: own });
    }
    previous = word;
  }
  return { text, matches };
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

/** Score of a text's best excerpt: distinct words of the query first, then number of matches. 0 without a match. */
export function rateExcerpt(matched: MatchedText): number {
  return findCluster(matched).score;
}

/** About 200 characters around the densest cluster of matches, with an ellipsis at each truncated end. */
export function cutExcerpt(matched: MatchedText): HighlightedText {
  const { text } = matched;
  if (text.length <= LENGTH + SLACK) return highlight(matched);
  const cluster = findCluster(matched);
  const spare = Math.max(0, LENGTH - (cluster.end - cluster.start));
  const wanted = Math.max(0, Math.min(cluster.start - Math.floor(spare / 2), text.length - LENGTH));
  const start = wanted === 0 ? 0 : boundaryBefore(text, wanted);
  const end = wanted + LENGTH >= text.length ? text.length : boundaryAfter(text, wanted + LENGTH);
  const parts = highlight(matched, start, end);
  if (start > 0) parts.unshift({ text: '…', match: false });
  if (end < text.length) parts.push({ text: '…', match: false });
  return joinPlain(parts);
}

function findCluster({ matches }: MatchedText): { start: number; end: number; score: number } {
  let best = { start: 0, end: 0, score: 0 };
  const counts = new Map<string, number>();
  let first = 0;
  matches.forEach((match, last) => {
    counts.set(match.key, (counts.get(match.key) ?? 0) + 1);
    for (let head = matches[first]; head && first < last && match.end - head.start > LENGTH; head = matches[first]) {
      const left = (counts.get(head.key) ?? 1) - 1;
      if (left === 0) counts.delete(head.key);
      else counts.set(head.key, left);
      first += 1;
    }
    const score = counts.size * 1000 + Math.min(last - first + 1, 999);
    const start = matches[first]?.start ?? match.start;
    if (score > best.score) best = { start, end: match.end, score };
  });
  return best;
}

/** The nearest word start at or before a position; if none is near, the position itself, adjusted to a character boundary. */
function boundaryBefore(text: string, place: number): number {
  for (let at = place; at > 0 && at > place - SLACK; at -= 1) {
    if (isSpace(text[at - 1]) && !isSpace(text[at])) return at;
  }
  return place < SLACK ? 0 : characterStart(text, place);
}

function boundaryAfter(text: string, place: number): number {
  for (let at = place; at < text.length && at < place + SLACK; at += 1) {
    if (isSpace(text[at]) && !isSpace(text[at - 1])) return at;
  }
  return text.length - place < SLACK ? text.length : characterStart(text, place);
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

/** The start of the grapheme cluster at a position. */
function characterStart(text: string, place: number): number {
  const from = Math.max(0, place - 64);
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(from, place + 64));
  return from + (segments.containing(place - from)?.index ?? 0);
}

function joinPlain(parts: HighlightedText): HighlightedText {
  const joined: HighlightedText = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && !last.match && !part.match) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
