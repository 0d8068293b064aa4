import type { RichTextMark, RichTextNode } from './rich-text.ts';

const SIGNS: { [mark: string]: [open: string, close: string] } = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  subscript: ['<sub>', '</sub>'],
  superscript: ['<sup>', '</sup>'],
};

/**
 * The text of a paragraph, heading or cell.
 * @param options.oneLine if a line break would end it
 * @param options.inCell if a vertical bar would end it
 */
export function writeInline(nodes: RichTextNode[], { oneLine = false, inCell = false } = {}): string {
  // Trailing line breaks would be HTML.
  const last = nodes.findLastIndex(({ text = '' }) => text.trim() !== '');
  if (last < 0) return '';
  const written = nodes.map((node, index): RichTextNode => {
    if (node.type === 'hardBreak') return { type: node.type, text: oneLine || index > last ? '<br>' : '\\\n' };
    const said = sayable(node, nodes[index - 1]);
    return inCell ? sayableInCell(said) : said;
  });
  const lines = writeRuns(written, EDGE).split('\n');
  return lines
    .map((line) => escapeLineStart(line.trimStart()))
    .join('\n')
    .trimEnd();
}

/** Two adjacent runs of code would be merged, including their delimiters. */
function touchesCode(before: RichTextNode | undefined, node: RichTextNode): boolean {
  return [before, node].every((one) => one?.marks?.some(({ type }) => type === 'code'));
}

function withoutCode({ marks = [], ...node }: RichTextNode): RichTextNode {
  return { ...node, marks: marks.filter(({ type }) => type !== 'code') };
}

/** A run restricted to marks that Markdown supports, on one line. */
function sayable(node: RichTextNode, before: RichTextNode | undefined): RichTextNode {
  const { text = '', marks = [] } = touchesCode(before, node) ? withoutCode(node) : node;
  // A text cannot be both subscript and superscript.
  const isLow = marks.some(({ type }) => type === 'subscript');
  const told = marks.filter(({ type }) => !(isLow && type === 'superscript'));
  return { type: 'text', text: text.replace(/[\n\r]+/g, ' '), marks: told };
}

/** Vertical bars in code are escaped in cells only. One after a backslash cannot be written there. */
function sayableInCell(run: RichTextNode): RichTextNode {
  const { text = '', marks } = run;
  if (!marks?.some(({ type }) => type === 'code')) return run;
  if (/(?<!\\)(?:\\\\)*\\\|/.test(text)) return withoutCode(run);
  return { ...run, text: text.replaceAll('|', '\\|') };
}

/** The characters before and after some runs. */
interface Around {
  before: string;
  after: string;
}

const EDGE: Around = { before: ' ', after: ' ' };

/** Writes runs with their marks; each mark spans consecutive runs that have it. */
function writeRuns(nodes: RichTextNode[], around: Around): string {
  let written = '';
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index] as RichTextNode;
    const mark = widestMark(nodes, index);
    const end = mark ? spanOf(nodes, index, mark) : index + 1;
    const touching = { before: edge(nodes[index - 1], -1, around.before), after: edge(nodes[end], 0, around.after) };
    if (mark) written += writeMarked(nodes.slice(index, end), mark, touching);
    else written += node.type === 'hardBreak' ? node.text : writePlain(node);
    index = end;
  }
  return written;
}

/** The mark of a run that spans the most following runs. Code is innermost. */
function widestMark(nodes: RichTextNode[], start: number): RichTextMark | undefined {
  const marks = (nodes[start]?.marks ?? []).filter(({ type }) => type !== 'code');
  return marks.toSorted((a, b) => spanOf(nodes, start, b) - spanOf(nodes, start, a))[0];
}

/** The end of the consecutive runs that have a mark. */
function spanOf(nodes: RichTextNode[], start: number, mark: RichTextMark): number {
  let end = start + 1;
  while (nodes[end]?.marks?.some((other) => isSame(other, mark))) end++;
  return end;
}

function isSame(a: RichTextMark, b: RichTextMark): boolean {
  return a.type === b.type && a.attrs?.href === b.attrs?.href;
}

/** Leading and trailing spaces are moved outside of the mark, as Markdown requires. */
function writeMarked(nodes: RichTextNode[], mark: RichTextMark, { before, after }: Around): string {
  const whole = nodes.map(({ text = '' }) => text).join('');
  const { lead, said, tail } = spacesAround(whole);
  if (said === '') return whole;
  const around = { before: lead ? ' ' : before, after: tail ? ' ' : after };
  const inner = writeRuns(withoutMark(trimmed(nodes, lead.length, tail.length), mark), around);
  return lead + withMark(mark, inner, around) + tail;
}

/** Splits a text into leading spaces, trimmed text and trailing spaces. */
function spacesAround(text: string): { lead: string; said: string; tail: string } {
  const said = text.trim();
  const start = text.length - text.trimStart().length;
  return { lead: text.slice(0, start), said, tail: text.slice(start + said.length) };
}

/** Removes this many characters at the start and the end of runs. */
function trimmed(nodes: RichTextNode[], lead: number, tail: number): RichTextNode[] {
  let left = lead;
  const started = nodes.map((node) => {
    const { text = '' } = node;
    const cut = Math.min(left, text.length);
    left -= cut;
    return { ...node, text: text.slice(cut) };
  });
  let right = tail;
  const ended = started.toReversed().map((node) => {
    const cut = Math.min(right, node.text.length);
    right -= cut;
    return { ...node, text: node.text.slice(0, node.text.length - cut) };
  });
  return ended.toReversed().filter(({ text }) => text !== '');
}

function withoutMark(nodes: RichTextNode[], mark: RichTextMark): RichTextNode[] {
  return nodes.map((node) => ({ ...node, marks: (node.marks ?? []).filter((other) => !isSame(other, mark)) }));
}

/** The adjacent character of a neighbouring run: that of its delimiter, if it has one. */
function edge(node: RichTextNode | undefined, at: number, outside: string): string {
  if (!node) return outside;
  const character = node.type === 'hardBreak' ? ' ' : (node.text?.at(at) ?? ' ');
  const isSigned = node.marks?.some(({ type }) => ['bold', 'italic', 'strike'].includes(type));
  return isSigned && !/\s/.test(character) ? '*' : character;
}

function writePlain({ text = '', marks = [] }: RichTextNode): string {
  if (!marks.some(({ type }) => type === 'code')) return escapeMarkdown(text);
  const { lead, said, tail } = spacesAround(text);
  return said === '' ? text : lead + codeSpan(said) + tail;
}

function withMark(mark: RichTextMark, text: string, { before, after }: Around): string {
  if (mark.type === 'link') return `[${text}](${escapeAddress(String(mark.attrs?.href))})`;
  const [open = '', close = ''] = SIGNS[mark.type] ?? [];
  if (open.startsWith('<')) return open + text + close;
  return canFlank(before, text[0] ?? '') && canFlank(after, text.at(-1) ?? '') ? open + text + close : text;
}

/**
 * Whether an emphasis delimiter between two characters is left-flanking towards the inner one; otherwise Markdown takes it as a
 * literal character.
 */
function canFlank(outer: string, inner: string): boolean {
  const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);
  // Next to another delimiter, it could merge with that.
  if (/[*~_]/.test(outer)) return false;
  return !isPunctuation(inner) || /\s/.test(outer) || isPunctuation(outer);
}

/** Escapes characters with a meaning in Markdown, and addresses that would become links. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/\b(https?|ftp):(?=\/\/)/gi, '$1\\:')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}\\.`)
    .replaceAll('@', '\\@');
}

/** Escapes what would start a block at the start of a line. */
function escapeLineStart(line: string): string {
  return line.replace(/^(\s*)(#{1,6}(?=\s|$)|[+=:-])/, '$1\\$2').replace(/^(\s*\d{1,9})([.)])/, '$1\\$2');
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return fence + pad + text + pad + fence;
}

function escapeAddress(href: string): string {
  return href.replace(/[()\\<>|]/g, '\\$&').replace(/&(?=#?\w+;)/g, '&amp;');
}
