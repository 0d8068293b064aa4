import { type Lexer, type MarkedToken, Parser, Renderer, type Token, type Tokens } from 'marked';
import type { HtmlLoss } from '../html/parse-html.ts';
import { withoutSigns } from '../rich-text/directives.ts';
import {
  type DirectiveToken,
  lexMarkdown,
  type MarkdownProblem,
  type PictureToken,
  picturesAlone,
  type Syntax,
} from './lex-markdown.ts';

export interface MarkdownPage {
  ok: true;
  html: string;
  /** The line in the Markdown text of a line in `html`; both start at 1. */
  lineOf(line: number): number;
  /** What HTML for `parseHtml` cannot say, and what became of it. */
  lost: HtmlLoss[];
}

/** Tells what became of a token. `isKept` if it has become something equal. */
type Tell = (token: { raw: string; tokens?: Token[] }, message: string, isKept?: boolean) => void;

/** What the tokens of a syntax are rendered with. */
export interface PageWriter {
  tell: Tell;
  blocks(tokens: Token[]): string;
  inline(tokens: Token[]): string;
}

/** A syntax whose tokens become HTML. */
export interface RenderedSyntax extends Syntax {
  render(token: Tokens.Generic, page: PageWriter): string;
  /** Whether it also means something within HTML. */
  isInHtml?: boolean;
}

/** Kinds of callouts of other programs, by that of ours. */
const CALLOUTS: { [kind: string]: string } = {
  note: 'note info abstract summary tldr question help faq example',
  tip: 'tip hint success check done',
  important: 'important',
  warning: 'warning caution attention danger error failure fail missing bug',
};

/** The kind of callout that another program calls by a name. */
export function calloutNamed(name: string): string | undefined {
  return Object.keys(CALLOUTS).find((kind) => CALLOUTS[kind]?.split(' ').includes(name.toLowerCase()));
}

/**
 * Renders Markdown that other programs wrote, with HTML in it, as HTML for `parseHtml`, which tells what a rich text cannot have.
 * Headings begin at the second level, after a first heading that repeats the title. Callouts are those of `parseMarkdown`. A text
 * that takes too long to read is a problem.
 * @param settings.syntaxes of other programs
 * @param settings.hasHtml whether elements can be blocks
 * @param settings.renderDirective the HTML of a block of the site; without it they are left out
 */
export function renderMarkdown(
  markdown: string,
  {
    title,
    syntaxes = [],
    hasHtml = true,
    renderDirective,
  }: {
    title?: string;
    syntaxes?: readonly RenderedSyntax[];
    hasHtml?: boolean;
    renderDirective?: (directive: DirectiveToken) => string;
  } = {},
): MarkdownPage | { ok: false; problems: MarkdownProblem[] } {
  const lexed = lexMarkdown(markdown, syntaxes, hasHtml);
  if ('problem' in lexed) return { ok: false, problems: [lexed.problem] };
  const lost: HtmlLoss[] = [];
  /** Where each block begins in the HTML, and its first and last line in the Markdown. */
  const places: { html: number; markdown: number; last: number }[] = [];
  let block: Pick<Token, 'raw'> = { raw: '' };
  let line = 1;
  /** Where what was told last stands in the block: tokens are told in their order. */
  let told = { at: 0, line };
  const tell: Tell = ({ raw, tokens }, message, isKept) => {
    const [first = ''] = /[^\n]*/.exec(raw.trimStart()) ?? [];
    const at = block.raw.indexOf(first.trimEnd(), told.at);
    if (at >= 0) told = { at, line: told.line + lineBreaks(block.raw.slice(told.at, at)) };
    lost.push({ line: told.line, message, ...(isKept ? { isKept } : !tokens && { markup: raw }) });
  };
  const blocks = lexed.blocks as MarkedToken[];
  const repeated = titleIn(blocks, title);
  const page: PageWriter = {
    tell,
    blocks: (tokens) => parser.parse(tokens),
    inline: (tokens) => parser.parseInline(tokens),
  };
  const directive = (token: Tokens.Generic) => {
    if (renderDirective) return renderDirective(token as DirectiveToken);
    tell(token, `the block "::${token.kind}" is left out`);
    return '';
  };
  const renderers = Object.fromEntries(
    syntaxes.map(({ name, render }) => [name, (token: Tokens.Generic) => render(token, page)] as const),
  );
  const parser: Parser = new Parser({
    renderer: new BlockRenderer(
      tell,
      blocks.filter((other) => other !== repeated),
      (text) => fillHtml(text, syntaxes, lexed.lexer, page),
    ),
    extensions: { renderers: { directive, ...renderers }, childTokens: {} },
  });
  let html = '';
  let htmlLine = 1;
  for (block of blocks) {
    const length = lineBreaks(block.raw);
    told = { at: 0, line };
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

/** HTML with what means something within it. */
function fillHtml(text: string, syntaxes: readonly RenderedSyntax[], lexer: Lexer, page: PageWriter): string {
  const own = syntaxes.filter(({ isInHtml }) => isInHtml);
  if (own.length === 0) return text;
  const starts = new RegExp(own.map(({ start }) => start.source).join('|'), 'g');
  let filled = '';
  let from = 0;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const rest = text.slice(found.index);
    const reads = own.map((syntax) => ({ syntax, token: syntax.read(rest, lexer, () => {}, '') }));
    const read = reads.find(({ token }) => token !== undefined);
    if (!read?.token) continue;
    filled += text.slice(from, found.index) + read.syntax.render(read.token, page);
    from = starts.lastIndex = found.index + read.token.raw.length;
  }
  return filled + text.slice(from);
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
  readonly #fill: (html: string) => string;

  constructor(tell: Tell, blocks: MarkedToken[], fill: (html: string) => string) {
    super();
    this.#tell = tell;
    this.#fill = fill;
    this.#down = blocks.some((block) => block.type === 'heading' && block.depth === 1) ? 1 : 0;
  }

  override space({ raw }: Tokens.Space): string {
    return '\n'.repeat(Math.max(lineBreaks(raw) - 1, 0));
  }

  override html(token: Tokens.HTML | Tokens.Tag): string {
    return this.#fill(super.html(token));
  }

  override heading(token: Tokens.Heading): string {
    const attributes = / *\{[#.][^{}]*\}$/.exec(token.text)?.[0];
    // Links to an id lead to the words of the heading.
    const isId = /^ *\{#[\w-]+\}$/.test(attributes ?? '');
    if (attributes) this.#tell(token, `the attributes of a heading are left out: ${attributes.trim()}`, isId);
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
    const kind = calloutNamed(sign?.[1] ?? '');
    const html = super.blockquote(token).replace(/^(<[^>]*>)\n/, '$1');
    if (!sign) return html;
    if (kind === undefined) {
      this.#tell(token, `there is no callout "${sign[1]}": it becomes a quotation`);
      return html;
    }
    const inner = html.replace(/^<blockquote>\s*<p>\[!\w+\][+-]?/, '<p>').replace(/<\/blockquote>\n$/, '');
    return `<aside data-callout="${kind}">${inner}</aside>\n`;
  }

  override paragraph(token: Tokens.Paragraph): string {
    const figures = picturesAlone(token.tokens).map((picture) => this.#figure(picture));
    if (figures.length === 0) return super.paragraph(token);
    return figures.length === 1 ? `${figures[0]}\n` : `<figure>${figures.join('\n')}</figure>\n`;
  }

  #figure({ image, said = {} }: PictureToken): string {
    const { title } = image;
    const words = title ? `<figcaption>${this.text({ type: 'text', raw: title, text: title })}</figcaption>` : '';
    const attributes = Object.entries(said).map(([name, value]) => ` data-${name}="${withoutSigns(value)}"`);
    return `<figure${attributes.join('')}>${this.image(image)}${words}</figure>`;
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
