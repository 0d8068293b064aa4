import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { type Directive, directiveAt, readPictureBraces } from '../rich-text/directives.ts';
import { MAX_NODE_DEPTH } from '../rich-text/rich-text-problems.ts';

/** Something in a Markdown text that Meki does not support. `line` starts at 1. */
export interface MarkdownProblem {
  line: number;
  message: string;
}

/** A directive as marked has it. */
export interface DirectiveToken extends Directive {
  type: 'directive';
}

/** Counts work, in steps. @throws {TooMuchWork} */
export type Charge = (steps: number, source: string) => void;

/** A construct that GFM does not have, as an extension of marked: code, and what else GFM reads, is not looked at. */
export interface Syntax {
  /** The type of its tokens. */
  name: string;
  level: 'block' | 'inline';
  /** How one begins; a block begins a line. */
  start: RegExp;
  /** The token at the start of a source that begins so; its `raw` is without the spaces before it, at most three. */
  read(source: string, lexer: Lexer, charge: Charge, spaces: string): Tokens.Generic | undefined;
}

const DIRECTIVES: Syntax = {
  name: 'directive',
  level: 'block',
  start: /::[a-z0-9]/,
  read: (source): DirectiveToken | undefined => {
    const found = directiveAt(source);
    return found && { type: 'directive', ...found };
  },
};

export function isDirective(token: Token): token is DirectiveToken {
  return token.type === 'directive';
}

/** A picture that stands alone. */
export interface PictureToken {
  image: Tokens.Image;
  /** What the braces after it say. */
  said?: ReturnType<typeof readPictureBraces>;
}

/** The pictures of a paragraph that says nothing else, each perhaps with braces after it. */
export function picturesAlone(tokens: readonly Token[]): PictureToken[] {
  const pictures: PictureToken[] = [];
  for (const token of tokens) {
    const words = token.type === 'text' ? token.raw.trim() : undefined;
    const last = pictures.at(-1);
    if (token.type === 'image') pictures.push({ image: token as Tokens.Image });
    else if (words !== '') {
      const said = last && !last.said && words !== undefined ? readPictureBraces(words) : undefined;
      if (!last || !said) return [];
      last.said = said;
    }
  }
  return pictures;
}

/** Maximum steps per text: about half a second. An article of 200 kB takes a tenth of them. */
const MAX_STEPS = 12_000_000;

/**
 * Costs in steps, relative to a character scanned for a delimiter: a character of a block; a character of a stretch, per line
 * of it, because the lines of list items are matched one by one; a character of a run, per character of it; a paragraph or
 * cell; a construct that has no end.
 */
const STEPS = { block: 1, stretch: 1 / 500, innerStretch: 1 / 15, run: 1 / 20, inline: 60, syntax: 500 };

/**
 * Characters that are kept of the address and of the title of a definition, which every reference repeats. More than an address may
 * have; what uses one that is cut off is refused or left out, as with any address that is too long.
 */
const MAX_DEFINED = 2_001;

const QUOTE = /^ {0,3}>/;

/** Runs that regular expressions rescan from each character, looking for an address or a line break. */
const RUNS = /[!-~]{64,}| {16,}/g;

/** Where a line starts a new block, so that the lines before it need no rescan for a setext heading. */
const BETWEEN_STRETCHES = /\n(?=[ \t]*(?:\n|>|(?:[-+*]|\d{1,9}[.)])[ \t]))/;

/** Thrown if lexing would take too long. `source` is the text at that point. */
class TooMuchWork extends Error {
  override name = 'TooMuchWork';
  readonly source: string;
  constructor(source: string) {
    super('A text takes too long to read');
    this.source = source;
  }
}

/** Thrown if blocks are nested deeper than a rich text allows. */
class TooDeep extends TooMuchWork {
  override name = 'TooDeep';
}

/**
 * A lexer that limits marked's work to linear time. marked scans the rest of a paragraph for each unmatched delimiter, so that
 * thousands of them take minutes.
 * @throws {TooMuchWork}
 */
class MeteredLexer extends Lexer {
  readonly #charge: Charge;
  #depth = 0;
  /** Characters of the current quotation: the remaining ones are scanned again for each of its parts. */
  #quoteLength = 0;
  /** Per level, characters from the next construct to the end of the text that is read; below zero: there is none. */
  #rest = { block: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY, inline: Number.POSITIVE_INFINITY };

  constructor(syntaxes: readonly Syntax[], hasHtml: boolean) {
    let steps = 0;
    const charge: Charge = (more, source) => {
      steps += more;
      if (steps > MAX_STEPS) throw new TooMuchWork(source);
    };
    const extend = (level: 'block' | 'inline', before: string) => {
      const own = syntaxes.filter((syntax) => syntax.level === level);
      if (own.length === 0) return { read: undefined, start: undefined };
      const start = new RegExp(`${before}(?:${own.map((syntax) => syntax.start.source).join('|')})`);
      return {
        read: own.map((syntax) => metered(syntax, charge)),
        start: [(rest: string) => this.#next(level, start, rest)],
      };
    };
    const [block, inline] = [extend('block', String.raw`\n {0,3}`), extend('inline', '')];
    const foreign = syntaxes.filter(({ name, level }) => level === 'block' && name !== DIRECTIVES.name);
    const endOfList = new RegExp(`\n(?:${foreign.map(({ start }) => start.source).join('|')})`);
    /** A list up to a line with a construct, which marked would take for more of its last paragraph. */
    const upToConstruct = (source: string) => {
      const end = foreign.length === 0 ? undefined : this.#next('list', endOfList, source);
      return end !== undefined && source[end - 1] === '\n' ? source.slice(0, end) : source;
    };
    super({
      gfm: true,
      extensions: {
        ...(block.read && { block: block.read, startBlock: block.start }),
        ...(inline.read && { inline: inline.read, startInline: inline.start }),
        childTokens: {},
        renderers: {},
      },
      tokenizer: meteredTokenizer(charge, hasHtml, upToConstruct, (length) => this.#enterQuote(length)),
    });
    this.#charge = charge;
  }

  override blockTokens<T extends Token[]>(source: string, tokens?: T, isClipped?: boolean): T {
    if (this.#depth === MAX_NODE_DEPTH) throw new TooDeep(source);
    this.#charge(source.length * STEPS.block, source);
    const stretchSteps = this.#depth > 0 ? STEPS.innerStretch : STEPS.stretch;
    for (const stretch of source.split(BETWEEN_STRETCHES)) {
      this.#charge(stretch.length * stretch.split('\n').length * stretchSteps, stretch);
    }
    if (isClipped) this.#charge(this.#quoteLength, source);
    const outer = this.#rest;
    this.#rest = { ...outer, block: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY };
    this.#depth++;
    try {
      return super.blockTokens(source, tokens, isClipped) as T;
    } finally {
      this.#depth--;
      this.#rest = outer;
    }
  }

  /**
   * Where the next construct begins, which ends a paragraph or a text. marked asks for each with all that follows it: what was
   * found counts until it is passed.
   */
  #next(level: 'block' | 'list' | 'inline', start: RegExp, rest: string): number | undefined {
    if (this.#rest[level] >= rest.length) {
      const at = rest.search(start);
      this.#rest[level] = at < 0 ? -1 : rest.length - at - (level === 'inline' ? 0 : 1);
    }
    return this.#rest[level] < 0 ? undefined : rest.length - this.#rest[level];
  }

  #enterQuote(length: number): () => void {
    const outer = this.#quoteLength;
    this.#quoteLength = length;
    return () => {
      this.#quoteLength = outer;
    };
  }

  override inline(source: string, tokens?: Token[]): Token[] {
    this.#charge(STEPS.inline, source);
    return super.inline(source, tokens);
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    for (const [run] of source.matchAll(RUNS)) this.#charge(run.length ** 2 * STEPS.run, run);
    const outer = this.#rest;
    this.#rest = { ...outer, inline: Number.POSITIVE_INFINITY };
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#rest = outer;
    }
  }
}

/** What reads a construct for marked. */
function metered({ level, start, read }: Syntax, charge: Charge) {
  const begins = new RegExp(`^(${level === 'block' ? ' {0,3}' : ''})(?:${start.source})`);
  return function (this: { lexer: unknown }, source: string): Tokens.Generic | undefined {
    const indent = begins.exec(source)?.[1];
    if (indent === undefined) return undefined;
    const token = read(source.slice(indent.length), this.lexer as Lexer, charge, indent);
    charge(token?.raw.length ?? STEPS.syntax, source);
    return token && { ...token, raw: indent + token.raw };
  };
}

function meteredTokenizer(
  charge: Charge,
  hasHtml: boolean,
  upToConstruct: (source: string) => string,
  enterQuote: (length: number) => () => void,
): Tokenizer {
  const tokenizer = new Tokenizer();
  /** A delimiter costs the length of its token, or else everything scanned for its end. */
  function counted<Rest extends unknown[], T extends { raw: string }>(
    signs: string,
    read: (source: string, ...rest: Rest) => T | undefined,
  ): typeof read {
    return (source, ...rest) => {
      const token = read.call(tokenizer, source, ...rest);
      if (signs.includes(source.charAt(0))) charge(token?.raw.length ?? source.length, source);
      return token;
    };
  }
  tokenizer.emStrong = counted('*_', tokenizer.emStrong);
  tokenizer.del = counted('~', tokenizer.del);
  tokenizer.codespan = counted('`', tokenizer.codespan);
  tokenizer.tag = counted('<', tokenizer.tag);
  tokenizer.link = counted('![', tokenizer.link);
  const reflink = counted('![', tokenizer.reflink);
  // A reference repeats what it stands for.
  tokenizer.reflink = (source, links) => {
    const token = reflink(source, links);
    if (token && 'href' in token) charge(token.href.length + (token.title?.length ?? 0), source);
    return token;
  };
  if (!hasHtml) tokenizer.html = () => undefined;
  const { blockquote, list, def } = tokenizer;
  tokenizer.def = (source) => {
    const token = def.call(tokenizer, source);
    return token && { ...token, href: token.href.slice(0, MAX_DEFINED), title: token.title?.slice(0, MAX_DEFINED) };
  };
  tokenizer.blockquote = (source) => {
    if (!QUOTE.test(source)) return undefined;
    const end = source.search(/\n[ \t]*\n/);
    const leave = enterQuote(end < 0 ? source.length : end);
    try {
      return blockquote.call(tokenizer, source);
    } finally {
      leave();
    }
  };
  // In a quotation, marked reads a list again for each line that continues it.
  tokenizer.list = (source) => {
    const token = list.call(tokenizer, upToConstruct(source));
    if (token) charge(token.raw.length, source);
    return token;
  };
  return tokenizer;
}

/**
 * The blocks of a text and the lexer that read it, or why it could not be read.
 * @param syntaxes beside directives and what GFM has
 * @param hasHtml whether elements can be blocks
 */
export function lexMarkdown(
  markdown: string,
  syntaxes: readonly Syntax[] = [],
  hasHtml = true,
): { blocks: TokensList; lexer: Lexer } | { problem: MarkdownProblem } {
  try {
    const lexer = new MeteredLexer([DIRECTIVES, ...syntaxes], hasHtml);
    return { blocks: lexer.lex(markdown), lexer };
  } catch (error) {
    return { problem: unreadable(markdown, error) };
  }
}

/** Why a text could not be parsed. @throws errors that are not caused by the text */
function unreadable(markdown: string, error: unknown): MarkdownProblem {
  if (error instanceof TooMuchWork) {
    const line = 1 + linesBefore(markdown, error.source);
    if (error instanceof TooDeep) return { line, message: 'something is nested too deeply' };
    return {
      line,
      message: 'there are too many signs (*, _, ~, `, <, [), letters without a space, or lines in one block: divide it',
    };
  }
  // Stack overflow in regular expressions: thousands of nested constructs.
  if (error instanceof RangeError) return { line: 1, message: 'something is nested too deeply' };
  throw error;
}

/** The number of lines of a block before a token in it, whose text has no prefixes of the enclosing blocks. */
export function linesBefore(block: string, token: string): number {
  const firstLine = token.trim().split('\n')[0] ?? '';
  const at = block.indexOf(firstLine);
  return at < 0 ? 0 : block.slice(0, at).split('\n').length - 1;
}
