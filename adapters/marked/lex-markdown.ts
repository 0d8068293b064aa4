import type { TokensList } from 'marked';
import type { MarkdownProblem } from '#core/rich-text/markdown-parser.ts';
import { MeteredLexer, TooDeep, TooMuchWork } from './metered-lexer.ts';

/** The blocks of a text, or why it could not be read. */
export function lexMarkdown(markdown: string): { blocks: TokensList } | { problem: MarkdownProblem } {
  try {
    return { blocks: new MeteredLexer().lex(markdown) };
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
