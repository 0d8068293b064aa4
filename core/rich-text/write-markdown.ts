import { pictureBraces } from './directives.ts';
import {
  PICTURE_TEXTS,
  type RichText,
  type RichTextMark,
  type RichTextNode,
  siteBlockAttributesOf,
  siteBlockWords,
} from './rich-text.ts';

/**
 * Serializes a rich text as GitHub Flavored Markdown, as read by `parseMarkdown`. What Markdown cannot express is approximated
 * without losing words: blocks have no ids, a table cell is one line, and cell spans become empty cells.
 */
export function writeMarkdown({ content }: RichText): string {
  const text = writeBlocks(content);
  return text === '' ? '' : `${text}\n`;
}

function writeBlocks(blocks: RichTextNode[]): string {
  const parts: string[] = [];
  let before: RichTextNode | undefined;
  let isSecond = false;
  for (const block of blocks) {
    // Adjacent lists with the same marker would be merged.
    isSecond = before?.type === block.type && !isSecond;
    const text = writeBlock(block, isSecond);
    if (text === '') continue;
    parts.push(text);
    before = block;
  }
  return parts.join('\n\n');
}

function writeBlock(block: RichTextNode, isSecond: boolean): string {
  const { attrs = {}, content = [] } = block;
  switch (block.type) {
    case 'paragraph':
      return writeInline(content);
    case 'heading':
      return writeHeading(Number(attrs.level), writeInline(content, { oneLine: true }));
    case 'bulletList':
      return content.map((entry) => writeEntry(entry, isSecond ? '* ' : '- ')).join('\n');
    case 'orderedList':
      return content
        .map((entry, index) => writeEntry(entry, `${Number(attrs.start ?? 1) + index}${isSecond ? ')' : '.'} `))
        .join('\n');
    case 'blockquote':
      return quoted(writeBlocks(content));
    case 'callout':
      return quoted(`[!${String(attrs.kind).toUpperCase()}]\n${writeCallout(content)}`);
    case 'codeBlock':
      return writeCode(content.map(({ text = '' }) => text).join(''), String(attrs.language ?? ''));
    case 'horizontalRule':
      // In a list, hyphens would start a list.
      return '___';
    case 'table':
      return writeTable(content);
    case 'image':
      return writePicture(attrs);
    case 'gallery':
      return content.map((picture) => writePicture(picture.attrs ?? {})).join('\n');
    case 'file':
      return `::file{media="${String(attrs.media)}"}`;
    case 'siteBlock':
      return writeDirective(block);
    default:
      return writeInline(content);
  }
}

/** Trailing `#` after a space would be removed as a closing sequence. */
function writeHeading(level: number, text: string): string {
  return `${'#'.repeat(level)} ${text.replace(/(?<=[ \t])#+$/, '\\$&')}`.trimEnd();
}

function writeEntry({ content = [] }: RichTextNode, sign: string): string {
  const lines = writeBlocks(content).split('\n');
  const indent = ' '.repeat(sign.length);
  return lines
    .map((line, index) => (index === 0 ? sign + line : line && indent + line))
    .join('\n')
    .trimEnd();
}

/** A block other than a paragraph would change the meaning of the marker line before it. */
function writeCallout(content: RichTextNode[]): string {
  const text = writeBlocks(content);
  if (text === '') return '<br>';
  return content[0]?.type === 'paragraph' && writeBlock(content[0], false) !== '' ? text : `\n${text}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A fence longer than any in the code. */
function writeCode(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[^\s`]*$/.test(language) ? language : ''}\n${code}\n${fence}`;
}

/** Its width is a class, its crop and credit are attributes, as in Pandoc. Pictures on lines that follow each other are a gallery. */
function writePicture({ media, alt, caption, ...attrs }: NonNullable<RichTextNode['attrs']>): string {
  const title = typeof caption === 'string' && caption !== '' ? ` "${inReferences(caption)}"` : '';
  const text = typeof alt === 'string' ? inReferences(alt) : '';
  return `![${text}](media:${String(media)}${title})${pictureBraces(attrs)}`;
}

/** A leaf directive, as in remark-directive: `::video{url="https://…" title="…"}`. */
function writeDirective(block: RichTextNode): string {
  const { kind, values } = siteBlockAttributesOf(block);
  const members = Object.entries({ ...values, ...siteBlockWords(block) }).filter(([, value]) => value !== '');
  return `::${kind}{${members.map(([name, value]) => `${name}="${inQuotes(String(value))}"`).join(' ')}}`;
}

function inQuotes(text: string): string {
  return text.replace(/["&{}<>\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** For characters that only character references can escape. */
function inReferences(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>&"!|~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function oneLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\n\r]\s*/g, ' ');
}

/** The first row is the header, as Markdown requires; cells covered by spans are empty. */
function writeTable(rows: RichTextNode[]): string {
  const [head = [], ...body] = layOut(rows) ?? rows.map(({ content = [] }) => content);
  const width = Math.max(head.length, ...body.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => head[column]);
  const rules = columns.map((cell) => ruleOf(cell?.attrs?.align));
  const row = (cells: (RichTextNode | undefined)[]) =>
    `| ${cells.map((cell) => (cell ? cellText(cell) : '')).join(' | ')} |`;
  return [row(columns), `| ${rules.join(' | ')} |`, ...body.map(row)].join('\n');
}

/** Maximum cells of a table, including empty ones: thousands of spans would make many millions. */
const MAX_CELLS = 100_000;

/** The cells of each row by column; `undefined` if the spans would make too many. */
function layOut(rows: RichTextNode[]): (RichTextNode | undefined)[][] | undefined {
  /** By column: the first row that is not covered by a cell from above. */
  const freeFrom: number[] = [];
  let left = MAX_CELLS;
  const lines: (RichTextNode | undefined)[][] = [];
  for (const [index, { content = [] }] of rows.entries()) {
    const line: (RichTextNode | undefined)[] = [];
    for (const cell of content) {
      while ((freeFrom[line.length] ?? 0) > index) line.push(undefined);
      const { colspan = 1, rowspan = 1 } = cell.attrs ?? {};
      for (let column = 0; column < Number(colspan); column++) {
        freeFrom[line.length] = index + Number(rowspan);
        line.push(column === 0 ? cell : undefined);
      }
      if (line.length > left) return undefined;
    }
    left -= line.length;
    lines.push(line);
  }
  return lines;
}

function ruleOf(align: unknown): string {
  if (align === 'left') return ':--';
  if (align === 'center') return ':-:';
  return align === 'right' ? '--:' : '---';
}

/** The texts of a cell on one line. */
function cellText(cell: RichTextNode): string {
  const texts = (node: RichTextNode): string[] => {
    if (node.type === 'image') {
      return PICTURE_TEXTS.map((name) => node.attrs?.[name]).map((said) =>
        escapeMarkdown(oneLine(String(said ?? '')).trim()),
      );
    }
    if (node.type === 'siteBlock')
      return Object.values(siteBlockWords(node)).map((said) => escapeMarkdown(oneLine(said).trim()));
    const children = node.content ?? [];
    const isText = children.some(({ type }) => type === 'text' || type === 'hardBreak');
    return isText ? [writeInline(children, { oneLine: true, inCell: true })] : children.flatMap(texts);
  };
  return texts(cell)
    .filter((text) => text !== '')
    .join('<br>')
    .replace(/\n/g, ' ');
}

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
function writeInline(nodes: RichTextNode[], { oneLine = false, inCell = false } = {}): string {
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
function escapeMarkdown(text: string): string {
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
