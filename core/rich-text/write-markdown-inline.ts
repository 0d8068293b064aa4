import type { RichTextMark, RichTextNode } from './rich-text.ts';

const SIGNS: { [mark: string]: [open: string, close: string] } = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  subscript: ['<sub>', '</sub>'],
  superscript: ['<sup>', '</sup>'],
};

/** The text of a paragraph, heading or cell. @param options.oneLine where a line break would end it */
export function writeInline(nodes: RichTextNode[], { oneLine = false } = {}): string {
  // Line breaks alone would be HTML.
  const last = nodes.findLastIndex(({ text = '' }) => text.trim() !== '');
  if (last < 0) return '';
  const written = nodes.map((node, index) => {
    if (node.type === 'hardBreak') return oneLine || index > last ? '<br>' : '\\\n';
    const before = nodes[index - 1];
    return writeRun(touchesCode(before, node) ? withoutCode(node) : node, edge(before, -1), edge(nodes[index + 1], 0));
  });
  const lines = written.join('').split('\n');
  return lines
    .map((line) => escapeLineStart(line.trimStart()))
    .join('\n')
    .trimEnd();
}

/** Two runs of code that touch would be one, with their signs in it. */
function touchesCode(before: RichTextNode | undefined, node: RichTextNode): boolean {
  return [before, node].every((one) => one?.marks?.some(({ type }) => type === 'code'));
}

function withoutCode({ marks = [], ...node }: RichTextNode): RichTextNode {
  return { ...node, marks: marks.filter(({ type }) => type !== 'code') };
}

/** The character of a neighbor that touches a run: where there is none, the run stands at an edge. */
function edge(node: RichTextNode | undefined, at: number): string {
  return node?.type === 'text' ? (node.text?.at(at) ?? ' ') : ' ';
}

function writeRun({ text = '', marks = [] }: RichTextNode, before: string, after: string): string {
  const flat = text.replace(/[\n\r]+/g, ' ');
  const [, lead = '', said = '', tail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(flat) ?? [];
  if (said === '') return flat;
  const outside = { before: lead ? ' ' : before, after: tail ? ' ' : after };
  const isCode = marks.some(({ type }) => type === 'code');
  let written = isCode ? codeSpan(said) : escapeMarkdown(said);
  // Only one of them can be told, and nothing is below and above the line.
  const isLow = marks.some(({ type }) => type === 'subscript');
  const told = marks.filter(({ type }) => !(isLow && type === 'superscript'));
  for (const mark of told.reverse()) written = withMark(mark, written, outside);
  return lead + written + tail;
}

function withMark(mark: RichTextMark, text: string, { before, after }: { before: string; after: string }): string {
  if (mark.type === 'code') return text;
  if (mark.type === 'link') return `[${text}](${escapeAddress(String(mark.attrs?.href))})`;
  const [open = '', close = ''] = SIGNS[mark.type] ?? [];
  if (open.startsWith('<')) return open + text + close;
  return canFlank(before, text[0] ?? '') && canFlank(after, text.at(-1) ?? '') ? open + text + close : text;
}

/** Whether a sign of emphasis between two characters opens towards the inner one: else Markdown takes it for a character. */
function canFlank(outer: string, inner: string): boolean {
  const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);
  if (isPunctuation(inner)) return /\s/.test(outer) || isPunctuation(outer);
  return !isPunctuation(outer) || !/[*~_]/.test(outer);
}

/** Characters that Markdown would take for signs, and addresses that it would make links of. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/\b(https?|ftp):(?=\/\/)/gi, '$1\\:')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}\\.`)
    .replaceAll('@', '\\@');
}

/** What at the start of a line would begin a block. */
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
  return href.replace(/[()\\<>]/g, '\\$&');
}
