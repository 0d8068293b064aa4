import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from '#core/rich-text/decode-entities.ts';
import { readMembers } from '#core/rich-text/directives.ts';
import { CALLOUT_KINDS } from '#core/rich-text/node-rules.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { convertInline, type Report } from './convert-inline.ts';
import { type DirectiveToken, isDirective } from './directives.ts';

/** Same limit as for `codeBlock` in core/rich-text/node-rules.ts. */
const CODE_LANGUAGE = /^\S{1,40}$/;

/** Converts Markdown blocks to nodes. Reports unsupported syntax. */
export function convertBlocks(tokens: Token[], report: Report): RichTextNode[] {
  return tokens.flatMap((token) =>
    isDirective(token) ? directive(token, report) : convertBlock(token as MarkedToken, report),
  );
}

function directive(token: DirectiveToken, report: Report): RichTextNode[] {
  const { members, rest } = readMembers(token.members);
  if (rest !== '') report(token, `write what ::${token.kind}{…} says as name="value": ${rest.slice(0, 40)}`);
  const read = report.readDirective?.(token.kind, members);
  if (!read) {
    report(token, `the site has no block "${token.kind}"`);
    return [];
  }
  for (const problem of read.problems) report(token, problem);
  return [{ type: 'siteBlock', attrs: { ...read.attrs } }];
}

function convertBlock(token: MarkedToken, report: Report): RichTextNode[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'paragraph':
      return paragraph(token, report);
    case 'text':
      return paragraph({ tokens: token.tokens ?? [token] }, report);
    case 'heading':
      if (token.depth === 1)
        report(token, 'a text has no heading of the first level (#): that is its title; begin with ##');
      if (token.depth > 4) report(token, 'headings go from ## to ####');
      return [{ type: 'heading', attrs: { level: token.depth }, ...inline(token.tokens, report) }];
    case 'list':
      return [list(token, report)];
    case 'blockquote':
      return [blockquote(token, report)];
    case 'code': {
      // If the last line of the code is empty, marked adds another one.
      const code = token.text.replace(/\n$/, '');
      if (token.lang && !CODE_LANGUAGE.test(token.lang)) {
        report(token, `the language of a code block is one word: "${token.lang}"`);
      }
      return [
        {
          type: 'codeBlock',
          ...(token.lang && { attrs: { language: token.lang } }),
          ...(code !== '' && { content: [{ type: 'text', text: code }] }),
        },
      ];
    }
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'table':
      return [table(token, report)];
    case 'html':
      report(token, `HTML cannot be kept: ${token.raw.trim().split('\n')[0]?.slice(0, 100)}`);
      return [];
    default:
      report(token, `"${token.type}" cannot be kept: ${token.raw.trim().slice(0, 40)}`);
      return [];
  }
}

function paragraph(token: Pick<Tokens.Paragraph, 'tokens'>, report: Report): RichTextNode[] {
  const [only, ...rest] = token.tokens as MarkedToken[];
  const file = only?.type === 'image' && rest.length === 0 ? fileOf(only, report) : undefined;
  if (only?.type === 'image' && file) {
    const [alt, caption] = [only.text, only.title ?? ''].map(decodeEntities);
    // An empty alternative text counts as missing: Markdown cannot mark a picture as decorative.
    return [{ type: 'image', attrs: { ...file, ...(alt && { alt }), ...(caption && { caption }) } }];
  }
  return [{ type: 'paragraph', ...inline(token.tokens, report) }];
}

/** The file of a picture: one of the site, or, where the text may name files, a path. */
function fileOf({ href }: Tokens.Image, { pictureFiles }: Report): { media: string } | { file: string } | undefined {
  if (href.startsWith('media:')) return { media: href.slice(6) };
  if (!pictureFiles || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(href)) return undefined;
  try {
    return { file: decodeURIComponent(href) };
  } catch {
    return { file: href };
  }
}

function list(token: Tokens.List, report: Report): RichTextNode {
  const content = token.items.map((item): RichTextNode => {
    if (item.task) report(item, 'lists of tasks cannot be kept');
    const blocks = convertBlocks(
      item.tokens.filter(({ type }) => type !== 'checkbox'),
      report,
    );
    return { type: 'listItem', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
  });
  if (!token.ordered) return { type: 'bulletList', content };
  return { type: 'orderedList', ...(Number(token.start) !== 1 && { attrs: { start: Number(token.start) } }), content };
}

/** A block quote or a GitHub alert (callout): its first line is `[!NOTE]` alone. */
function blockquote(token: Tokens.Blockquote, report: Report): RichTextNode {
  const sign = /^\s*\[!(\w+)\][ \t]*(.*)/.exec(token.text);
  if (!sign) {
    const content = convertBlocks(token.tokens, report);
    return { type: 'blockquote', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
  }
  const kind = (sign[1] ?? '').toLowerCase();
  if (!(CALLOUT_KINDS as readonly string[]).includes(kind)) {
    report(token, `there is no callout "${sign[1]}": use ${CALLOUT_KINDS.join(', ').toUpperCase()}`);
  }
  if (sign[2]) report(token, `the text of a callout begins on the line after [!${sign[1]}]`);
  const content = convertBlocks(token.tokens, report);
  const first = content[0];
  const lead = first?.content?.[0];
  if (first && lead?.type === 'text') {
    lead.text = lead.text?.replace(/^\[!\w+\]\s*/, '') ?? '';
    if (lead.text === '') first.content = first.content?.slice(1) ?? [];
    if (first.content?.length === 0) content.shift();
  }
  if (content.length === 0) report(token, 'a callout needs text');
  return { type: 'callout', attrs: { kind }, content };
}

function table(token: Tokens.Table, report: Report): RichTextNode {
  const row = (cells: Tokens.TableCell[]): RichTextNode => ({
    type: 'tableRow',
    content: cells.map((cell) => ({
      type: cell.header ? 'tableHeader' : 'tableCell',
      ...(cell.align && { attrs: { align: cell.align } }),
      content: [{ type: 'paragraph', ...inline(cell.tokens, report) }],
    })),
  });
  return { type: 'table', content: [row(token.header), ...token.rows.map(row)] };
}

function inline(tokens: Token[], report: Report): { content?: RichTextNode[] } {
  const content = convertInline(tokens, report);
  return content.length > 0 ? { content } : {};
}
