import { type MarkedToken, Parser, Renderer, type Token, type Tokens } from 'marked';
import type { HtmlLoss } from '../html/parse-html.ts';
import { CALLOUT_KINDS } from '../rich-text/node-rules.ts';
import { type DirectiveToken, lexMarkdown, linesBefore, type MarkdownProblem } from './lex-markdown.ts';

export interface MarkdownPage {
  ok: true;
  html: string;
  /** The line in the Markdown text of a line in `html`; both start at 1. */
  lineOf(line: number): number;
  /** What HTML for `parseHtml` cannot say, and what became of it. */
  lost: HtmlLoss[];
}

type Tell = (token: Pick<Token, 'raw'>, message: string) => void;

/**
 * Renders Markdown that other programs wrote, with HTML in it, as HTML for `parseHtml`, which tells what a rich text cannot have.
 * Headings begin at the second level, after a first heading that repeats the title. Callouts are those of `parseMarkdown`. A text
 * that takes too long to read is a problem.
 */
export function renderMarkdown(
  markdown: string,
  { title }: { title?: string } = {},
): MarkdownPage | { ok: false; problems: MarkdownProblem[] } {
  const lexed = lexMarkdown(markdown);
  if ('problem' in lexed) return { ok: false, problems: [lexed.problem] };
  const lost: HtmlLoss[] = [];
  /** Where each block begins in the HTML, and its first and last line in the Markdown. */
  const places: { html: number; markdown: number; last: number }[] = [];
  let block: Pick<Token, 'raw'> = { raw: '' };
  let line = 1;
  const tell: Tell = (token, message) => {
    lost.push({ line: line + linesBefore(block.raw, token.raw), message });
  };
  const blocks = lexed.blocks as MarkedToken[];
  const repeated = titleIn(blocks, title);
  const leaveOut = (token: DirectiveToken) => {
    tell(token, `the block "::${token.kind}" is left out`);
    return '';
  };
  const parser = new Parser({
    renderer: new BlockRenderer(
      tell,
      blocks.filter((other) => other !== repeated),
    ),
    extensions: { renderers: { directive: (token) => leaveOut(token as DirectiveToken) }, childTokens: {} },
  });
  let html = '';
  let htmlLine = 1;
  for (block of blocks) {
    const length = lineBreaks(block.raw);
    places.push({ html: htmlLine, markdown: line, last: line + lineBreaks(block.raw.trimEnd()) });
    const rendered = block === repeated ? '' : parser.parse([block as Token]);
    html += rendered;
    htmlLine += lineBreaks(rendered);
    // Blank lines mean nothing in HTML, and keep both texts level.
    html += '\n'.repeat(Math.max(line + length - htmlLine, 0));
    line += length;
    htmlLine = Math.max(htmlLine, line);
  }
  const lineOf = (wanted: number) => {
    const place = places.findLast((found) => found.html <= wanted);
    return place ? Math.min(place.markdown + wanted - place.html, place.last) : 1;
  };
  return { ok: true, html, lineOf, lost };
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** The heading that repeats the title, if the text begins with one. */
function titleIn(blocks: MarkedToken[], title: string | undefined): MarkedToken | undefined {
  const first = blocks.find(({ type }) => type !== 'space');
  return first?.type === 'heading' && first.depth === 1 && first.text.trim() === title?.trim() ? first : undefined;
}

class BlockRenderer extends Renderer {
  readonly #tell: Tell;
  /** By how many levels headings go down. */
  readonly #down: number;

  constructor(tell: Tell, blocks: MarkedToken[]) {
    super();
    this.#tell = tell;
    this.#down = blocks.some((block) => block.type === 'heading' && block.depth === 1) ? 1 : 0;
  }

  override space({ raw }: Tokens.Space): string {
    return '\n'.repeat(Math.max(lineBreaks(raw) - 1, 0));
  }

  override heading(token: Tokens.Heading): string {
    const attributes = / *\{[#.][^{}]*\}$/.exec(token.text)?.[0];
    if (attributes) this.#tell(token, `the attributes of a heading are left out: ${attributes.trim()}`);
    const depth = Math.min(token.depth + this.#down, 6);
    if (this.#down > 0)
      this.#tell(token, `a heading of level ${token.depth} becomes one of level ${depth}: # is the title`);
    const html = super.heading({ ...token, depth });
    return attributes ? html.replace(/ *\{[#.][^{}]*\}(?=<\/h\d>\n$)/, '') : html;
  }

  override code(token: Tokens.Code): string {
    return super.code(token).replace(/\n<\/code><\/pre>\n$/, '</code></pre>\n');
  }

  override list(token: Tokens.List): string {
    return super.list(token).replace(/^(<[^>]*>)\n/, '$1');
  }

  override checkbox(token: Tokens.Checkbox): string {
    this.#tell(token, 'the box of a list of tasks is left out; its words stay');
    return '';
  }

  override blockquote(token: Tokens.Blockquote): string {
    const sign = /^\s*\[!(\w+)\][+-]?/.exec(token.text);
    const given = sign?.[1]?.toLowerCase() ?? '';
    const kind = given === 'caution' ? 'warning' : given;
    const html = super.blockquote(token).replace(/^(<[^>]*>)\n/, '$1');
    if (!sign) return html;
    if (!(CALLOUT_KINDS as readonly string[]).includes(kind)) {
      this.#tell(token, `there is no callout "${sign[1]}": it becomes a quotation`);
      return html;
    }
    const inner = html.replace(/^<blockquote>\s*<p>\[!\w+\][+-]?/, '<p>').replace(/<\/blockquote>\n$/, '');
    return `<aside data-callout="${kind}">${inner}</aside>\n`;
  }

  override paragraph(token: Tokens.Paragraph): string {
    const [only, ...rest] = token.tokens;
    if (only?.type !== 'image' || rest.length > 0) return super.paragraph(token);
    const caption = (only as Tokens.Image).title;
    const words = caption ? `<figcaption>${this.text({ type: 'text', raw: caption, text: caption })}</figcaption>` : '';
    return `<figure>${this.image(only as Tokens.Image)}${words}</figure>\n`;
  }

  override table({ header, rows }: Tokens.Table): string {
    const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
    return `<table><thead>${row(header)}</thead>\n<tbody>${rows.map(row).join('')}</tbody></table>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    return super.tablecell(token).replace(/\n$/, '');
  }

  override link(token: Tokens.Link): string {
    if (token.title) this.#tell(token, `the title of a link is left out: "${token.title}"`);
    return super.link(token);
  }
}
