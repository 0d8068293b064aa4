import { renderMarkdown } from '#core/markdown/render-markdown.ts';
import { type Directive, directiveAt, readMembers } from '#core/rich-text/directives.ts';
import { siteBlockAttributes } from '#core/site-blocks/read-site-block.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { findAddresses } from '../links/find-addresses.ts';
import { type CleanedHtml, cleanPastedHtml } from './clean-pasted-html.ts';
import { type JoinedPart, joinLines } from './join-lines.ts';

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
