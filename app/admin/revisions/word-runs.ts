import type { MarkedStretch, MarkedText } from '#core/rich-text/marked-text.ts';
import { compareTexts, type DiffAllowance } from '../text-diff/compare-texts.ts';

/** Marks whose changes are reported. */
export const NAMED_MARKS = ['bold', 'italic', 'strike', 'code', 'subscript', 'superscript'] as const;

/** A formatting change. `is`: inserted or deleted words have it; `was`: the link target of deleted words. */
export type FormNote =
  | { mark: (typeof NAMED_MARKS)[number]; state: 'came' | 'went' | 'is' }
  | { mark: 'link'; state: 'came' | 'went' | 'is' | 'was'; href: string }
  | { mark: 'link'; state: 'changed'; before: string; after: string };

/** A run of unchanged, deleted or inserted words, with changes of links and marks. */
export interface WordRun {
  text: string;
  change: 'same' | 'removed' | 'added';
  notes?: FormNote[];
}

export interface WordDifference {
  /** Empty if both sides have equal words and formatting. */
  runs: WordRun[];
  /** Whether whole passages are told as removed and added, and no changes of links and marks. */
  isCoarse: boolean;
}

/** A word diff of two texts, as far as the allowance permits. @param language BCP 47 tag */
export function wordRuns(
  before: MarkedText,
  after: MarkedText,
  language: string,
  allowance: DiffAllowance,
): WordDifference {
  const { parts, isCoarse } = compareTexts(before.text, after.text, language, allowance);
  if (before.marks.length + after.marks.length === 0) {
    return { runs: parts.some(({ change }) => change !== 'same') ? parts : [], isCoarse };
  }
  const former = letterMarks(before);
  const latter = letterMarks(after);
  const notesOf = createNotes();
  // Unchanged words have the same characters on both sides; spaces may differ and are not counted.
  let beforeAt = 0;
  let afterAt = 0;
  const runs = parts.flatMap(({ text, change }) =>
    splitByNotes(text, change, () => {
      if (change === 'added') return notesOf(change, undefined, latter[afterAt++]);
      if (change === 'removed') return notesOf(change, former[beforeAt++], undefined);
      return notesOf(change, former[beforeAt++], latter[afterAt++]);
    }),
  );
  if (!runs.some(({ change, notes }) => change !== 'same' || notes)) return { runs: [], isCoarse };
  const byNotes = runs.length - parts.length;
  if (byNotes > allowance.parts) return { runs: parts.map(({ text, change }) => ({ text, change })), isCoarse: true };
  allowance.parts -= byNotes;
  return { runs, isCoarse };
}

/** Finds the notes of characters; consecutive ones with equal marks share them. */
function createNotes() {
  let last: { change: WordRun['change']; before: LetterMarks | undefined; after: LetterMarks | undefined } | undefined;
  let notes: FormNote[] = [];
  return (change: WordRun['change'], before: LetterMarks | undefined, after: LetterMarks | undefined): FormNote[] => {
    if (last?.change === change && last.before === before && last.after === after) return notes;
    last = { change, before, after };
    if (change === 'same') notes = changedNotes(before, after);
    else notes = change === 'added' ? ownNotes(after, 'is') : ownNotes(before, 'was');
    return notes;
  };
}

/** Marks by name: an empty text, or a link's target. */
type LetterMarks = { [mark: string]: string };

/** The marks of each character except white space. */
function letterMarks({ text, marks }: MarkedText): LetterMarks[] {
  const begins = Map.groupBy(marks, ({ from }) => from);
  const letters: LetterMarks[] = [];
  let open: MarkedStretch[] = [];
  let current: LetterMarks = {};
  for (let at = 0; at < text.length; at++) {
    const coming = begins.get(at) ?? [];
    if (coming.length > 0 || open.some(({ to }) => to <= at)) {
      open = [...open.filter(({ to }) => to > at), ...coming];
      current = Object.fromEntries(open.map(({ mark, href = '' }) => [mark, href]));
    }
    if (!isSpace(text[at])) letters.push(current);
  }
  return letters;
}

function isSpace(letter: string | undefined): boolean {
  return letter === undefined || /\s/.test(letter);
}

/** Splits a run into parts with equal notes. @param notesOfNext returns the notes of the next character */
function splitByNotes(value: string, change: WordRun['change'], notesOfNext: () => FormNote[]): WordRun[] {
  const runs: { text: string; key: string; notes: FormNote[] }[] = [];
  let known: { notes: FormNote[]; key: string } | undefined;
  // A note follows its words directly, if they are unchanged; inserted or deleted spaces are not words.
  const holdsSpaces = ({ notes }: { notes: FormNote[] }) => change !== 'same' || notes.length === 0;
  let spaces = '';
  for (let at = 0; at < value.length; at++) {
    const letter = value[at];
    if (letter === undefined || isSpace(letter)) {
      spaces += letter ?? '';
      continue;
    }
    const notes = notesOfNext();
    if (known?.notes !== notes) known = { notes, key: JSON.stringify(notes) };
    const { key } = known;
    const last = runs.at(-1);
    if (last?.key === key) {
      last.text += spaces + letter;
    } else if (last && holdsSpaces(last)) {
      last.text += spaces;
      runs.push({ text: letter, key, notes });
    } else if (change === 'same' && notes.length > 0 && spaces !== '') {
      runs.push({ text: spaces, key: '[]', notes: [] }, { text: letter, key, notes });
    } else {
      runs.push({ text: spaces + letter, key, notes });
    }
    spaces = '';
  }
  const last = runs.at(-1);
  if (last && holdsSpaces(last)) last.text += spaces;
  else if (spaces !== '') runs.push({ text: spaces, key: '[]', notes: [] });
  return runs.map(({ text, notes }) => ({ text, change, ...(notes.length > 0 && { notes }) }));
}

function ownNotes(marks: LetterMarks = {}, linkState: 'is' | 'was'): FormNote[] {
  const named = NAMED_MARKS.filter((mark) => Object.hasOwn(marks, mark));
  const { link } = marks;
  return [
    ...named.map((mark) => ({ mark, state: 'is' as const })),
    ...(link === undefined ? [] : [{ mark: 'link' as const, state: linkState, href: link }]),
  ];
}

function changedNotes(before: LetterMarks = {}, after: LetterMarks = {}): FormNote[] {
  const named = NAMED_MARKS.filter((mark) => Object.hasOwn(before, mark) !== Object.hasOwn(after, mark));
  return [
    ...named.map((mark) => ({ mark, state: Object.hasOwn(after, mark) ? ('came' as const) : ('went' as const) })),
    ...linkNotes(before.link, after.link),
  ];
}

function linkNotes(before: string | undefined, after: string | undefined): FormNote[] {
  if (before === after) return [];
  if (before === undefined) return after === undefined ? [] : [{ mark: 'link', state: 'came', href: after }];
  if (after === undefined) return [{ mark: 'link', state: 'went', href: before }];
  return [{ mark: 'link', state: 'changed', before, after }];
}
