import type { RichText, RichTextNode } from './rich-text.ts';
import { siteBlockAttributesOf, siteBlockWords } from './site-block-attributes.ts';
import { escapeMarkdown, writeInline } from './write-markdown-inline.ts';

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

function writePicture({ media, alt, caption }: NonNullable<RichTextNode['attrs']>): string {
  const title = typeof caption === 'string' && caption !== '' ? ` "${inReferences(caption)}"` : '';
  const text = typeof alt === 'string' ? inReferences(alt) : '';
  return `![${text}](media:${String(media)}${title})`;
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
      return [node.attrs?.alt, node.attrs?.caption].map((said) => escapeMarkdown(oneLine(String(said ?? '')).trim()));
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
