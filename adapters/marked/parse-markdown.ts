import type { Token, TokensList } from 'marked';
import type {
  MarkdownOptions,
  MarkdownParser,
  MarkdownProblem,
  MarkdownResult,
} from '#core/rich-text/markdown-parser.ts';
import { convertBlocks } from './convert-blocks.ts';
import { MeteredLexer, TooDeep, TooMuchWork } from './metered-lexer.ts';

/** Maximum problems reported. */
const MAX_PROBLEMS = 100;

/**
 * Parses GitHub Flavored Markdown: headings of level 2 to 4, paragraphs, lists, quotations, callouts, tables, code, rules,
 * links, and `<sub>`, `<sup>` and `<br>`. Other HTML and unsupported syntax is reported as a problem.
 */
export const parseMarkdown: MarkdownParser = (markdown, options = {}) => {
  let blocks: TokensList;
  try {
    blocks = new MeteredLexer().lex(markdown);
  } catch (error) {
    return { ok: false, problems: [unreadable(markdown, error)] };
  }
  return convert(blocks, options);
};

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

function convert(blocks: Token[], options: MarkdownOptions): MarkdownResult {
  const problems: MarkdownProblem[] = [];
  const content = [];
  let line = 1;
  for (const block of blocks) {
    const start = line;
    const report = Object.assign((token: Token, message: string) => {
      if (problems.length === MAX_PROBLEMS) return;
      problems.push({ line: start + linesBefore(block.raw, token.raw), message });
    }, options);
    content.push(...convertBlocks([block], report));
    line += block.raw.split('\n').length - 1;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, richText: { type: 'doc', content } };
}

/** The number of lines of a block before a token in it, whose text has no prefixes of the enclosing blocks. */
function linesBefore(block: string, token: string): number {
  const firstLine = token.trim().split('\n')[0] ?? '';
  const at = block.indexOf(firstLine);
  return at < 0 ? 0 : block.slice(0, at).split('\n').length - 1;
}
