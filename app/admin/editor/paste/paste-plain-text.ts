import { type ResolvedPos, type Slice, DOMParser as SliceParser } from '@tiptap/pm/model';
import { renderMarkdown } from '#core/markdown/render-markdown.ts';
import { type Directive, directiveAt, readMembers } from '#core/rich-text/directives.ts';
import { siteBlockAttributes } from '#core/site-blocks/read-site-block.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { findAddresses } from '../links/find-addresses.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

/** The syntax at the start of a line, or between words, by which a text is taken for Markdown. */
const LINE = /^ {0,3}(?:#{1,6} +\S|> ?\S|```|[-*+] +\S|\d{1,3}[.)] +\S|\|.+\| *$)/m;
const INLINE = /\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*|\[[^[\]\n]+\]\((?:https:|mailto:|tel:|\/)[^)\s]{0,2000}\)|`[^`\n]+`/;

/** The blocks of the site that Markdown can name. */
type Blocks = readonly Pick<SiteBlock, 'key' | 'fields'>[];

/** Whether plain text says with Markdown what its parts are. */
export function isMarkdown(text: string, blocks: Blocks): boolean {
  return LINE.test(text) || INLINE.test(text) || hasBlock(text, blocks);
}

/**
 * Parses pasted plain text: Markdown becomes what it says, lines become paragraphs, addresses become links. With the keys for
 * pasting without format, `isPlain`, only lines count.
 */
export function parsePastedText(text: string, $context: ResolvedPos, isPlain: boolean, blocks: Blocks): Slice {
  const isPlainText = isPlain || !isMarkdown(text, blocks);
  const html = isPlainText ? linesToHtml(text, !isPlain) : cleanPastedHtml(markdownToHtml(text, blocks)).html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return SliceParser.fromSchema($context.doc.type.schema).parseSlice(body, {
    preserveWhitespace: isPlainText,
    context: $context,
  });
}

/**
 * Markdown as HTML, with the blocks of the site. A directive of an unknown block, or one that cannot be read, stays a text, and so does
 * a text that takes too long to read.
 */
export function markdownToHtml(text: string, blocks: Blocks): string {
  const page = renderMarkdown(text, {
    renderDirective: (directive) => blockHtml(directive, blocks) ?? `<p>${escaped(directive.raw.trim())}</p>`,
  });
  return page.ok ? page.html : linesToHtml(text, true);
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

function linesToHtml(text: string, withLinks: boolean): string {
  const lines = text.split(/(?:\r\n?|\n)+/);
  return lines.map((line) => `<p>${withLinks ? linked(line) : escaped(line)}</p>`).join('');
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
