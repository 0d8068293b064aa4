import { diffArrays } from 'diff';

/** A stretch of two compared texts. */
export interface TextPart {
  text: string;
  change: 'same' | 'removed' | 'added';
}

export interface TextDifference {
  parts: TextPart[];
  /** Whether the changes are told as whole passages, because telling each word would cost too much. */
  isCoarse: boolean;
}

/** What comparing may still cost: one for all texts that are shown together. Comparisons deduct what they use. */
export interface DiffAllowance {
  /** Characters that may be divided into words. */
  characters: number;
  /** Comparisons of two words or sentences. */
  steps: number;
  /** Stretches of text that may be shown. */
  parts: number;
}

/** An allowance for a page: some 100 ms of a processor, and as much again for rendering it. Source: Meki's own, measured. */
export function createDiffAllowance(): DiffAllowance {
  return { characters: 400_000, steps: 400_000, parts: 2_400 };
}

/** Maximum words or sentences of one text that both sides have and that are elsewhere. */
const MAX_EDITS = 500;

/**
 * Compares two texts by words. Spaces between words do not count; those of the later text are shown. Where the allowance is too
 * small, only sentences are compared, and a stretch of which none is equal counts as removed and added as a whole.
 * @param language BCP 47 tag
 */
export function compareTexts(
  before: string,
  after: string,
  language: string,
  allowance: DiffAllowance,
): TextDifference {
  const ends = equalEnds(before, after);
  const gone = before.slice(ends.start, before.length - ends.end);
  const come = after.slice(ends.start, after.length - ends.end);
  const middle = compareStretches(gone, come, language, allowance);
  const whole = (text: string): TextPart[] => (text === '' ? [] : [{ text, change: 'same' }]);
  const parts = [...whole(after.slice(0, ends.start)), ...middle.parts, ...whole(after.slice(after.length - ends.end))];
  return { parts: joined(parts), isCoarse: middle.isCoarse };
}

function compareStretches(before: string, after: string, language: string, allowance: DiffAllowance): TextDifference {
  if (before === '' || after === '') return { parts: replaced(before, after), isCoarse: false };
  const byWords = compareWords(before, after, language, allowance);
  if (byWords) return { parts: byWords, isCoarse: false };
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const tokens = (text: string) => Array.from(sentences.segment(text), ({ segment }) => segment);
  const bySentences = compareTokens(tokens(before), tokens(after), allowance);
  if (!bySentences?.some(({ change }) => change === 'same')) return { parts: replaced(before, after), isCoarse: true };
  let isCoarse = false;
  const parts = bySentences.flatMap((part, index) => {
    const next = bySentences[index + 1];
    if (part.change === 'added' && bySentences[index - 1]?.change === 'removed') return [];
    if (part.change !== 'removed' || next?.change !== 'added') return [part];
    const words = compareWords(part.text, next.text, language, allowance);
    if (!words) isCoarse = true;
    return words ?? [part, next];
  });
  return { parts, isCoarse };
}

/** @returns `undefined` if the allowance is too small */
function compareWords(
  before: string,
  after: string,
  language: string,
  allowance: DiffAllowance,
): TextPart[] | undefined {
  const length = before.length + after.length;
  if (length > allowance.characters) return undefined;
  allowance.characters -= length;
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  return compareTokens(wordsOf(before, words), wordsOf(after, words), allowance);
}

/** The words of a text, each with the spaces after it; the first one also with those before it. */
function wordsOf(text: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = [];
  let isBlank = true;
  for (const { segment } of segmenter.segment(text)) {
    const isSpaces = segment.trim() === '';
    if (words.length > 0 && (isSpaces || isBlank)) words[words.length - 1] += segment;
    else words.push(segment);
    isBlank &&= isSpaces;
  }
  return words;
}

/**
 * Finds a shortest sequence of changes. Tokens that only one side has cannot be equal to any, so that they need no comparison:
 * replacing all words of a text costs as much as reading it.
 * @returns `undefined` if the allowance is too small
 */
function compareTokens(
  before: readonly string[],
  after: readonly string[],
  allowance: DiffAllowance,
): TextPart[] | undefined {
  const [former, latter] = [before, after].map((tokens) => tokens.map((token) => token.trim()));
  if (!former || !latter) return undefined;
  const [shared, alsoShared] = [placesOf(former, new Set(latter)), placesOf(latter, new Set(former))];
  const changes = diffArrays(
    shared.map((place) => former[place] ?? ''),
    alsoShared.map((place) => latter[place] ?? ''),
    {
      maxEditLength: Math.min(MAX_EDITS, Math.floor(Math.sqrt(2 * Math.max(0, allowance.steps)))),
      comparator: (one, other) => allowance.steps-- > 0 && one === other,
    },
  ) as ReturnType<typeof diffArrays<string>> | undefined;
  if (!changes || allowance.steps < 0) return undefined;

  const parts: TextPart[] = [];
  let [at, alsoAt, place, alsoPlace] = [0, 0, 0, 0];
  const addUntil = (end: number, alsoEnd: number) => {
    parts.push(...replaced(before.slice(at, end).join(''), after.slice(alsoAt, alsoEnd).join('')));
    [at, alsoAt] = [end, alsoEnd];
  };
  for (const { count, added, removed } of changes) {
    if (!added && !removed) {
      for (let index = 0; index < count; index++) {
        const [end = before.length, alsoEnd = after.length] = [shared[place + index], alsoShared[alsoPlace + index]];
        addUntil(end, alsoEnd);
        parts.push({ text: withSpaces(before[at++] ?? '', after[alsoAt++] ?? ''), change: 'same' });
      }
    }
    if (!added) place += count;
    if (!removed) alsoPlace += count;
  }
  addUntil(before.length, after.length);
  const told = joined(parts);
  if (told.length > allowance.parts) return undefined;
  allowance.parts -= told.length;
  return told;
}

function placesOf(tokens: readonly string[], known: ReadonlySet<string>): number[] {
  return tokens.flatMap((token, place) => (known.has(token) ? place : []));
}

/** An equal word, with the spaces of the later text after it, or with those of the earlier one where the later one has none. */
function withSpaces(before: string, after: string): string {
  return after.trimEnd() === after ? after + before.slice(before.trimEnd().length) : after;
}

function replaced(before: string, after: string): TextPart[] {
  const parts: TextPart[] = [];
  if (before !== '') parts.push({ text: before, change: 'removed' });
  if (after !== '') parts.push({ text: after, change: 'added' });
  return parts;
}

/** Joins what follows each other and is equal. Spaces after both removed and added words become equal. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = [];
  for (const { text, change } of parts) {
    const [last, former] = [runs.at(-1), runs.at(-2)];
    if (last?.change === change) {
      last.text += text;
      continue;
    }
    if (change === 'same' && last?.change === 'added' && former?.change === 'removed') {
      const spaces = last.text.slice(last.text.trimEnd().length);
      if (spaces !== '' && former.text.endsWith(spaces) && former.text.trim() !== '' && last.text.trim() !== '') {
        last.text = last.text.slice(0, -spaces.length);
        former.text = former.text.slice(0, -spaces.length);
        runs.push({ text: spaces + text, change });
        continue;
      }
    }
    runs.push({ text, change });
  }
  return runs;
}

/** How many characters are equal at the start, up to a space, and at the end, from a space on. */
function equalEnds(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  if (before === after) return { start: most, end: 0 };
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  while (start > 0 && !isSpace(before[start - 1])) start--;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  while (end > 0 && !isSpace(before[before.length - end])) end--;
  return { start, end };
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}
