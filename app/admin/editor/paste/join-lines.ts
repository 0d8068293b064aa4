/** A line, and whether a blank line stands before it. */
interface Line {
  text: string;
  isAfterBlank: boolean;
}

/** A paragraph, or an entry of a list. */
export interface JoinedPart {
  text: string;
  isEntry: boolean;
}

/** The bullets of printed lists, by themselves or before words. Hyphens and asterisks are those of Markdown. */
const BULLET = /^[•‣◦▪▫●○■□–·\uF0B7\uF0A7](?:\s+|$)/u;

/** The end of a sentence, perhaps within quotation marks. */
const SENTENCE_END = /[.!?…:;][»”"’)\]]*$/u;

/** A word that is divided: letters, and a hyphen or a soft one at the end of the line. */
const DIVIDED = /\p{L}(?:[-‐]|\u00AD)$/u;

/** Characters from which a line may be one of a column of text. */
const COLUMN = 30;

/** How long the last line of a paragraph may be, as a part of the longest line. */
const SHORT = 0.75;

/**
 * The parts of a text whose lines end where those of a page did, as PDF viewers copy it; `undefined` if it is no such text. Words
 * that are divided at the end of a line become whole.
 */
export function joinLines(text: string): JoinedPart[] | undefined {
  const lines = linesOf(text);
  if (!areOfPage(lines)) return undefined;
  const longest = lines.reduce((most, line) => Math.max(most, line.text.length), 0);
  const parts: { pieces: string[]; isEntry: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const isEntry = BULLET.test(line.text);
    const words = line.text.replace(BULLET, '');
    const last = parts.at(-1);
    const before = lines[index - 1]?.text ?? '';
    if (!last || isEntry || beginsPart({ ...line, before, longest })) parts.push({ pieces: [words], isEntry });
    else last.pieces.push(join(last.pieces.pop() ?? '', words), words);
  }
  const texts = parts.map(({ pieces, isEntry }) => ({ text: pieces.join(''), isEntry }));
  return texts.filter(({ text }) => text !== '');
}

function linesOf(text: string): Line[] {
  let isAfterBlank = false;
  return text.split(/\r\n?|\n|\f/).flatMap((raw) => {
    const line = { text: raw.trim().replace(/\s+/g, ' '), isAfterBlank };
    isAfterBlank = line.text === '';
    return isAfterBlank ? [] : [line];
  });
}

/** Whether a word is divided, printed bullets begin lines, or most lines are long and end within a sentence. */
function areOfPage(lines: readonly Line[]): boolean {
  const followed = lines.slice(0, -1).map(({ text }, index) => ({ text, next: lines[index + 1] as Line }));
  if (followed.some(({ text, next }) => DIVIDED.test(text) && /^\p{Ll}/u.test(next.text))) return true;
  if (lines.filter(({ text }) => BULLET.test(text)).length > 1) return true;
  const open = followed.filter(
    ({ text, next }) =>
      text.length >= COLUMN && !next.isAfterBlank && !SENTENCE_END.test(text) && /^[\p{Ll}\d(«“"]/u.test(next.text),
  );
  return open.length >= 2 && open.length > followed.length / 2;
}

interface Boundary extends Line {
  /** The line before. */
  before: string;
  /** Characters of the longest line. */
  longest: number;
}

/** Whether a line begins a paragraph: after a blank line, or one that is short, unless a sentence goes on. */
function beginsPart({ text, before, isAfterBlank, longest }: Boundary): boolean {
  const goesOn = BULLET.test(`${before} `) && before.length === 1;
  if (goesOn || DIVIDED.test(before) || (!SENTENCE_END.test(before) && /^\p{Ll}/u.test(text))) return false;
  return isAfterBlank || before.length < longest * SHORT;
}

/** The last line of a part as it stands before the words that follow it. */
function join(before: string, after: string): string {
  if (before === '') return '';
  if (!DIVIDED.test(before)) return `${before} `;
  return /^\p{Ll}/u.test(after) ? before.slice(0, -1) : before.replace(/\u00AD$/u, '');
}
