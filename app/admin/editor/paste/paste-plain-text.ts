import { renderMarkdown } from '#core/markdown/render-markdown.ts';
import { type Directive, directiveAt, readMembers } from '#core/rich-text/directives.ts';
import { siteBlockAttributes } from '#core/site-blocks/read-site-block.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { findAddresses } from '../links/find-addresses.ts';
import { type CleanedHtml, cleanPastedHtml } from './clean-pasted-html.ts';

export { cleanPastedHtml };

/** The syntax at the start of a line, or between words, by which a text is taken for Markdown. */
const LINE = /^ {0,3}(?:#{1,6} +\S|> ?\S|```|[-*+] +\S|\d{1,3}[.)] +\S|\|.+\| *$)/m;
const INLINE = /\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*|\[[^[\]\n]+\]\((?:https:|mailto:|tel:|\/)[^)\s]{0,2000}\)|`[^`\n]+`/;

/** The blocks of the site that Markdown can name. */
type Blocks = readonly Pick<SiteBlock, 'key' | 'fields'>[];

/** Whether plain text says with Markdown what its parts are. */
export function isMarkdown(text: string, blocks: Blocks): boolean {
  return LINE.test(text) || INLINE.test(text) || hasBlock(text, blocks);
}

/** Pasted plain text as HTML, and what was left out of it. */
export interface ReadText extends CleanedHtml {
  /** Whether its white space is part of it. */
  isPlain: boolean;
  /** The same with the lines of a page joined, if they look like such. */
  joined?: string;
}

/** Reads pasted plain text: Markdown and rows with tabs become what they say, lines become paragraphs, addresses become links. */
export function readText(text: string, blocks: Blocks): ReadText {
  const parts = joinLines(text);
  const joined = parts && { joined: partsToHtml(parts) };
  if (isMarkdown(text, blocks)) return { ...cleanPastedHtml(markdownToHtml(text, blocks)), isPlain: false, ...joined };
  const html = tableToHtml(text) ?? linesToHtml(text);
  return { html, leftOut: [], isPlain: true, ...joined };
}

/**
 * Markdown as HTML, with the blocks of the site. A directive of an unknown block, or one that cannot be read, stays a text, and so does
 * a text that takes too long to read.
 */
export function markdownToHtml(text: string, blocks: Blocks): string {
  const page = renderMarkdown(text, {
    renderDirective: (directive) => blockHtml(directive, blocks) ?? `<p>${escaped(directive.raw.trim())}</p>`,
  });
  return page.ok ? page.html : linesToHtml(text);
}

function hasBlock(text: string, blocks: Blocks): boolean {
  return text.split(/\r\n?|\n/).some((line) => {
    const found = directiveAt(line);
    return found && blockHtml(found, blocks) !== undefined;
  });
}

function blockHtml({ kind, members: text }: Directive, blocks: Blocks): string | undefined {
  const definition = blocks.find(({ key }) => key === kind);
  const { members, rest } = readMembers(text);
  if (!definition || rest !== '') return undefined;
  const { values, words } = siteBlockAttributes(definition, members);
  const attributes = {
    'data-site-block': kind,
    'data-values': JSON.stringify(values),
    'data-words': JSON.stringify(words),
  };
  return `<div ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')}></div>`;
}

function linesToHtml(text: string): string {
  return text
    .replace(/^[\r\n]+|[\r\n]+$/g, '')
    .split(/(?:\r\n?|\n)+/)
    .map((line) => `<p>${linked(line)}</p>`)
    .join('');
}

function partsToHtml(parts: readonly JoinedPart[]): string {
  return parts
    .map(({ text, isEntry }, index) => {
      if (!isEntry) return `<p>${linked(text)}</p>`;
      const [isFirst, isLast] = [!parts[index - 1]?.isEntry, !parts[index + 1]?.isEntry];
      return `${isFirst ? '<ul>' : ''}<li><p>${linked(text)}</p></li>${isLast ? '</ul>' : ''}`;
    })
    .join('');
}

/**
 * Rows of cells with tabs between them, as spreadsheets copy them; the first row is the head if it has words alone. `undefined` for
 * rows of different lengths, and for indented lines.
 */
function tableToHtml(text: string): string | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const [head = []] = rows;
  if (rows.length < 2 || head.length < 2 || rows.some((row) => row.length !== head.length)) return undefined;
  if (rows.every(([first]) => first === '')) return undefined;
  const isHead = head.every((cell) => /\p{L}/u.test(cell));
  const written = rows.map((row, index) => {
    const name = isHead && index === 0 ? 'th' : 'td';
    return `<tr>${row.map((cell) => `<${name}><p>${linked(cell)}</p></${name}>`).join('')}</tr>`;
  });
  return `<table><tbody>${written.join('')}</tbody></table>`;
}

function linked(line: string): string {
  let at = 0;
  let html = '';
  for (const { from, to, href } of findAddresses(line)) {
    html += `${escaped(line.slice(at, from))}<a href="${escaped(href)}">${escaped(line.slice(from, to))}</a>`;
    at = to;
  }
  return html + escaped(line.slice(at));
}

function escaped(text: string): string {
  const entities: { [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** A line, and whether a blank line stands before it. */
interface Line {
  text: string;
  isAfterBlank: boolean;
}

/** A paragraph, or an entry of a list. */
interface JoinedPart {
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
