import { diffWords } from 'diff';
import type { MarkedStretch, MarkedText } from '#core/rich-text/marked-text.ts';

/** Marks that are named where they came or went. */
export const NAMED_MARKS = ['bold', 'italic', 'strike', 'code', 'subscript', 'superscript'] as const;

/** What became of the form of words. `is`: words that came or went have it; `was`: words that went linked there. */
export type FormNote =
  | { mark: (typeof NAMED_MARKS)[number]; state: 'came' | 'went' | 'is' }
  | { mark: 'link'; state: 'came' | 'went' | 'is' | 'was'; href: string }
  | { mark: 'link'; state: 'changed'; before: string; after: string };

/** A run of words: as it was, taken out or put in; with what became of their links and marks. */
export interface WordRun {
  text: string;
  change: 'same' | 'removed' | 'added';
  notes?: FormNote[];
}

/** What became of a text, word by word. Nothing where both sides have the same words in the same form. */
export function wordRuns(before: MarkedText, after: MarkedText, segmenter: Intl.Segmenter): WordRun[] {
  const former = letterMarks(before);
  const latter = letterMarks(after);
  // The words that stay have the same letters on both sides; spaces between them may differ, and are not counted.
  let beforeAt = 0;
  let afterAt = 0;
  const runs = diffWords(before.text, after.text, { intlSegmenter: segmenter }).flatMap(({ value, added, removed }) =>
    splitByNotes(value, added ? 'added' : removed ? 'removed' : 'same', () => {
      if (added) return ownNotes(latter[afterAt++], 'is');
      if (removed) return ownNotes(former[beforeAt++], 'was');
      return changedNotes(former[beforeAt++], latter[afterAt++]);
    }),
  );
  return runs.some(({ change, notes }) => change !== 'same' || notes) ? runs : [];
}

/** Marks by name: nothing, or where a link leads. */
type LetterMarks = { [mark: string]: string };

/** The marks of every letter of a text, that is of all but its spaces. */
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

/** Parts of a run whose letters have the same notes. @param notesOfNext tells those of one letter after the other */
function splitByNotes(value: string, change: WordRun['change'], notesOfNext: () => FormNote[]): WordRun[] {
  const runs: { text: string; key: string; notes: FormNote[] }[] = [];
  // A note stands right after its words, if these stay; spaces that came or went are no words of their own.
  const holdsSpaces = ({ notes }: { notes: FormNote[] }) => change !== 'same' || notes.length === 0;
  let spaces = '';
  for (let at = 0; at < value.length; at++) {
    const letter = value[at];
    if (letter === undefined || isSpace(letter)) {
      spaces += letter ?? '';
      continue;
    }
    const notes = notesOfNext();
    const key = JSON.stringify(notes);
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
