import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities, readMembers } from '../rich-text/directives.ts';
import { linkTargetProblem } from '../rich-text/link-target.ts';
import { CALLOUT_KINDS } from '../rich-text/node-rules.ts';
import type { RichTextMark, RichTextNode, SiteBlockAttributes } from '../rich-text/rich-text.ts';
import { type DirectiveToken, isDirective, type PictureToken, picturesAlone } from './lex-markdown.ts';

export interface MarkdownOptions {
  /** Whether pictures may be named by paths of files, which become `attrs.file`. */
  pictureFiles?: boolean;
  /** Reads `::kind{name="value"}`. Default: there are no blocks of the site. */
  readDirective?: DirectiveReader;
}

/** The attributes of the block of the site that a directive says, and what is wrong with it; a sentence each. */
export type DirectiveReader = (
  kind: string,
  given: { [name: string]: string },
) => { attrs: SiteBlockAttributes; problems: string[] };

/** Reports an unsupported token. */
interface Report extends MarkdownOptions {
  (token: Token, message: string): void;
}

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
  if (token.kind === 'file') return fileBlock(token, members, report);
  const read = report.readDirective?.(token.kind, members);
  if (!read) {
    report(token, `the site has no block "${token.kind}"`);
    return [];
  }
  for (const problem of read.problems) report(token, problem);
  return [{ type: 'siteBlock', attrs: { ...read.attrs } }];
}

/** A file of the library: `::file{media="ID"}`, or, where the text may name files, `::file{file="precios.pdf"}`. */
function fileBlock(
  token: Token,
  { media, file, ...others }: { [name: string]: string },
  report: Report,
): RichTextNode[] {
  const named = report.pictureFiles && file !== undefined ? { file } : undefined;
  const isId = /^[0-9a-f]{32}$/.test(media ?? '');
  if (Object.keys(others).length > 0 || !(isId || named)) report(token, 'a file is written as ::file{media="ID"}');
  return isId ? [{ type: 'file', attrs: { media } }] : named ? [{ type: 'file', attrs: named }] : [];
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
  const pictures = picturesAlone(token.tokens).map((one) => picture(one, report));
  const content = pictures.filter((node) => node !== undefined);
  if (content.length === 0 || content.length < pictures.length)
    return [{ type: 'paragraph', ...inline(token.tokens, report) }];
  return content.length === 1 ? content : [{ type: 'gallery', content }];
}

function picture({ image, said }: PictureToken, report: Report): RichTextNode | undefined {
  const file = fileOf(image, report);
  const [alt, caption] = [image.text, image.title ?? ''].map(decodeEntities);
  // An empty alternative text counts as missing: Markdown cannot mark a picture as decorative.
  return file && { type: 'image', attrs: { ...file, ...(alt && { alt }), ...(caption && { caption }), ...said } };
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

const ALONE = 'a picture stands in a paragraph of its own, as ![what it shows](media:ID)';

/** HTML elements allowed in Markdown, because it has no syntax for them. */
const ELEMENTS: { [name: string]: string } = { sub: 'subscript', sup: 'superscript' };

/** Converts the inline content of a paragraph, heading or cell to nodes. */
function convertInline(tokens: Token[], report: Report): RichTextNode[] {
  const nodes: RichTextNode[] = [];
  append(tokens, [], nodes, report);
  return trimEdges(nodes);
}

function append(tokens: Token[], marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  let open: { mark: RichTextMark; element: string; token: Token } | undefined;
  for (const token of tokens as MarkedToken[]) {
    const now = open ? withMark(marks, open.mark) : marks;
    if (token.type === 'html') {
      const element = /^<(\/?)(sub|sup|br)\s*\/?>$/i.exec(token.raw.trim());
      const name = element?.[2]?.toLowerCase() ?? '';
      if (name === 'br' && element?.[1] === '') {
        nodes.push({ type: 'hardBreak' });
      } else if (element?.[1] === '' && !open) {
        open = { mark: { type: ELEMENTS[name] ?? '' }, element: name, token };
      } else if (element?.[1] === '/' && open?.element === name) {
        open = undefined;
      } else {
        report(token, `HTML cannot be kept: ${token.raw.trim().slice(0, 100)}`);
      }
    } else {
      appendToken(token, now, nodes, report);
    }
  }
  if (open) report(open.token, `<${open.element}> is not closed`);
}

function appendToken(token: MarkedToken, marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  switch (token.type) {
    case 'text':
      if (token.tokens) append(token.tokens, marks, nodes, report);
      else appendText(decodeEntities(token.text), marks, nodes);
      break;
    case 'escape':
      appendText(token.text, marks, nodes);
      break;
    case 'strong':
      append(token.tokens, withMark(marks, { type: 'bold' }), nodes, report);
      break;
    case 'em':
      append(token.tokens, withMark(marks, { type: 'italic' }), nodes, report);
      break;
    case 'del':
      append(token.tokens, withMark(marks, { type: 'strike' }), nodes, report);
      break;
    case 'codespan':
      appendText(token.text, withMark(marks, { type: 'code' }), nodes);
      break;
    case 'br':
      nodes.push({ type: 'hardBreak' });
      break;
    case 'link':
      appendLink(token, marks, nodes, report);
      break;
    case 'image':
      report(token, report.pictureFiles ? `${ALONE}, or ![what it shows](picture.jpg)` : ALONE);
      break;
    case 'checkbox':
      report(token, 'lists of tasks cannot be kept');
      break;
    default:
      report(token, `"${token.type}" cannot be kept: ${token.raw.trim().slice(0, 40)}`);
  }
}

function appendLink(token: Tokens.Link, marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  const href = token.autolink ? token.href : decodeEntities(token.href);
  const problem = linkTargetProblem(href);
  if (problem) report(token, problem);
  if (token.title) report(token, `the title of a link cannot be kept: "${token.title}"`);
  const linked = withMark(marks, { type: 'link', attrs: { href } });
  if (token.autolink) appendText(token.text, linked, nodes);
  else append(token.tokens, linked, nodes, report);
}

/** A line break in the source is a space; adjacent texts with the same marks are merged. */
function appendText(text: string, marks: RichTextMark[], nodes: RichTextNode[]): void {
  const joined = text.replace(/(?<! ) *\n */g, ' ');
  if (joined === '') return;
  const last = nodes.at(-1);
  if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
    last.text = `${last.text ?? ''}${joined}`;
  } else {
    nodes.push({ type: 'text', text: joined, ...(marks.length > 0 && { marks }) });
  }
}

function withMark(marks: RichTextMark[], mark: RichTextMark): RichTextMark[] {
  return [...marks.filter(({ type }) => type !== mark.type), mark];
}

function trimEdges(nodes: RichTextNode[]): RichTextNode[] {
  const first = nodes[0];
  if (first?.type === 'text') first.text = first.text?.replace(/^[ \t]+/, '') ?? '';
  const last = nodes.at(-1);
  if (last?.type === 'text') last.text = last.text?.replace(/(?<![ \t])[ \t]+$/, '') ?? '';
  return nodes.filter(({ type, text }) => type !== 'text' || text !== '');
}
