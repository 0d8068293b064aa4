import { textHash } from '../documents/content-hash.ts';
import { linkTargetProblem } from '../rich-text/link-target.ts';
import type { RichTextMark } from '../rich-text/rich-text.ts';
import type { Run } from '../shared-text/shared-text.ts';
import type { DraftTextPart } from './edit-texts.ts';

/** What is looked for: words, never a pattern. */
export interface SoughtWords {
  words: string;
  /** Whether letters and digits around a match exclude it. */
  isWhole: boolean;
  /** Whether capital letters count. */
  isExact: boolean;
}

/** A range of a text. */
interface Range {
  start: number;
  end: number;
}

/** Where something stands in a text, by what stands around it: also true of a text that was changed elsewhere. */
interface Anchor {
  before: string;
  match: string;
  after: string;
  /** How many equal places stand before it. */
  nth: number;
}

/** Characters around a place that tell it from others. Source: Meki's own. */
const CONTEXT = 24;

/** Maximum places in one text, such as a paragraph. Source: Meki's own. */
const MOST_IN_TEXT = 200;

/**
 * Creates a function that finds the places of words in a text, in a time that grows as the text does. White space matches any, and
 * letters with accents match however they are encoded; no place begins or ends within a character as people see it.
 */
export function createFinder({ words, isWhole, isExact }: SoughtWords): (text: string) => Range[] {
  const parts = words.trim().split(/\s+/).map(spellings);
  const edge = '[\\p{L}\\p{M}\\p{N}_]';
  // An emoji may say that it is one.
  const body = `${parts.join('\\s+')}\\uFE0F?`;
  const pattern = new RegExp(isWhole ? `(?<!${edge})${body}(?!${edge})` : body, isExact ? 'gu' : 'giu');
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return (text) => {
    const isBetween = boundariesIn(text, graphemes);
    return text
      .matchAll(pattern)
      .map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
      .filter(({ start, end }) => isBetween(start) && isBetween(end))
      .take(MOST_IN_TEXT)
      .toArray();
  };
}

/** A pattern of a word in both ways to encode its accents. */
function spellings(word: string): string {
  const [composed = '', decomposed = ''] = ['NFC', 'NFD'].map((form) =>
    word.normalize(form).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  );
  return composed === decomposed ? composed : `(?:${composed}|${decomposed})`;
}

/** The first character that combines with one before it. */
const COMBINING = 0x300;

/** @returns whether a place of a text is between two characters as people see them: letters with marks, joined emoji */
function boundariesIn(text: string, graphemes: Intl.Segmenter): (at: number) => boolean {
  let segments: Intl.Segments | undefined;
  // The last character, which may be as long as the text, is not looked for again.
  let [start, end] = [0, 0];
  return (at) => {
    if (at >= text.length || text.charCodeAt(at) < COMBINING) return true;
    if (at < start || at >= end) {
      segments ??= graphemes.segment(text);
      const { index, segment } = segments.containing(at) ?? { index: at, segment: '' };
      [start, end] = [index, index + segment.length];
    }
    return at === start;
  };
}

/** The anchor of a range of a text. */
export function anchorOf(text: string, { start, end }: Range): Anchor {
  const before = wellFormed(text.slice(Math.max(0, start - CONTEXT), start));
  const after = wellFormed(text.slice(end, end + CONTEXT));
  const match = text.slice(start, end);
  const nth = placesOf(text, before + match + after).filter((at) => at + before.length < start).length;
  return { before, match, after, nth };
}

/** The range of an anchor in a text; `undefined` if the text was changed there. Nothing stands in an empty text alone. */
function rangeOf(text: string, { before, match, after, nth }: Anchor): Range | undefined {
  if (before + match + after === '' && text !== '') return undefined;
  const at = placesOf(text, before + match + after)[nth];
  return at === undefined ? undefined : { start: at + before.length, end: at + before.length + match.length };
}

/** A short name of an anchor in a text. @param key of the text, among those of its draft */
export function anchorId(key: string, { before, match, after, nth }: Anchor): string {
  return textHash([key, nth, before, match, after].join('\n'));
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && places.length < MOST_IN_TEXT; at = text.indexOf(part, at + 1)) {
    places.push(at);
  }
  return places;
}

/** Without halves of characters at the ends. */
function wellFormed(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}

/** The runs of a range of characters. */
export function sliceRuns(runs: readonly Run[], { start, end }: Range): Run[] {
  let at = 0;
  return runs.flatMap(({ text, marks }) => {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return part === '' ? [] : [{ text: part, marks }];
  });
}

/**
 * What stands in the place of some runs: characters that stay at both ends keep their formats, those between them have that of
 * the first one that they replace.
 */
export function replacedRuns(former: readonly Run[], words: string): Run[] {
  const text = former.map((run) => run.text).join('');
  let head = 0;
  while (head < Math.min(text.length, words.length) && text[head] === words[head]) head++;
  let tail = 0;
  while (tail < Math.min(text.length, words.length) - head && text.at(-1 - tail) === words.at(-1 - tail)) tail++;
  const middle = words.slice(head, words.length - tail);
  const [replaced] = sliceRuns(former, { start: head, end: text.length - tail });
  const marks: RichTextMark[] =
    (replaced ?? sliceRuns(former, { start: 0, end: head }).at(-1) ?? former[0])?.marks ?? [];
  return [
    ...sliceRuns(former, { start: 0, end: head }),
    ...(middle === '' ? [] : [{ text: middle, marks }]),
    ...sliceRuns(former, { start: text.length - tail, end: text.length }),
  ];
}

/** The characters of a text. */
export function textOf({ runs }: Pick<DraftTextPart, 'runs'>): string {
  return runs.map(({ text }) => text).join('');
}

/** What became of a text, and what undoes it. */
interface Edited {
  runs: Run[];
  places: ReplacedText[];
}

/** A replacement in a text of a draft: where it is, and what stood there before. */
interface ReplacedText extends Anchor {
  /** Of the text. */
  key: string;
  former: Run[];
}

/** Replaces the chosen places of words, by their ids. */
export function createReplacer(
  { sought, replacement }: { sought: SoughtWords; replacement: string },
  chosen: ReadonlySet<string>,
): (said: DraftTextPart) => Edited | undefined {
  const find = createFinder(sought);
  return (said) => {
    const text = textOf(said);
    const ranges = find(text).filter((range) => chosen.has(anchorId(said.key, anchorOf(text, range))));
    if (ranges.length === 0) return undefined;
    const runs: Run[] = [];
    const starts: number[] = [];
    let [at, length] = [0, 0];
    for (const { start, end } of ranges) {
      runs.push(
        ...sliceRuns(said.runs, { start: at, end: start }),
        ...replacedRuns(sliceRuns(said.runs, { start, end }), replacement),
      );
      length += start - at;
      starts.push(length);
      length += replacement.length;
      at = end;
    }
    runs.push(...sliceRuns(said.runs, { start: at, end: text.length }));
    const next = textOf({ runs });
    if (said.isAddress && linkTargetProblem(next)) return undefined;
    const places = starts.map((start, index) => ({
      key: said.key,
      ...anchorOf(next, { start, end: start + replacement.length }),
      former: sliceRuns(said.former, ranges[index] ?? { start: 0, end: 0 }),
    }));
    return { runs, places };
  };
}

/** Brings back what stood at the places of replacements. */
export function createUndo(undone: readonly ReplacedText[]): (said: DraftTextPart) => Edited | undefined {
  return (said) => {
    const text = textOf(said);
    const found = undone
      .filter(({ key }) => key === said.key)
      .flatMap((place) => {
        const range = rangeOf(text, place);
        return range ? [{ place, range }] : [];
      })
      .sort((a, b) => a.range.start - b.range.start);
    if (found.length === 0) return undefined;
    let at = 0;
    const runs = found.flatMap(({ place, range }) => {
      const before = sliceRuns(said.runs, { start: at, end: range.start });
      at = range.end;
      return [...before, ...place.former];
    });
    runs.push(...sliceRuns(said.runs, { start: at, end: text.length }));
    if (said.isAddress && linkTargetProblem(textOf({ runs }))) return undefined;
    return { runs, places: found.map(({ place }) => place) };
  };
}
