import { type ResolvedPos, type Slice, DOMParser as SliceParser } from '@tiptap/pm/model';
import { marked } from 'marked';
import { findAddresses } from '../links/find-addresses.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

/** The syntax at the start of a line, or between words, by which a text is taken for Markdown. */
const LINE = /^ {0,3}(?:#{1,6} +\S|> ?\S|```|[-*+] +\S|\d{1,3}[.)] +\S|\|.+\| *$)/m;
const INLINE = /\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*|\[[^\]\n]+\]\((?:https:|mailto:|tel:|\/)[^)\s]*\)|`[^`\n]+`/;

/** Whether plain text says with Markdown what its parts are. */
export function isMarkdown(text: string): boolean {
  return LINE.test(text) || INLINE.test(text);
}

/**
 * Parses pasted plain text: Markdown becomes what it says, lines become paragraphs, addresses become links. With the keys for
 * pasting without format, `isPlain`, only lines count.
 */
export function parsePastedText(text: string, $context: ResolvedPos, isPlain: boolean): Slice {
  const html = !isPlain && isMarkdown(text) ? markdownToHtml(text) : linesToHtml(text, !isPlain);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return SliceParser.fromSchema($context.doc.type.schema).parseSlice(body, {
    preserveWhitespace: isPlain || !isMarkdown(text),
    context: $context,
  });
}

function markdownToHtml(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true });
  return cleanPastedHtml(html).html;
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
