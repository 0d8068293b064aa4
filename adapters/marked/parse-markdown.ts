import { Lexer, type Token } from 'marked';
import type { MarkdownParser, MarkdownProblem, MarkdownResult } from '#core/rich-text/markdown-parser.ts';
import { convertBlocks } from './convert-blocks.ts';

/**
 * Reads GitHub's Markdown: headings of the second to the fourth level, paragraphs, lists, quotations, callouts, tables,
 * code, rules, links, and `<sub>`, `<sup>` and `<br>`. Other HTML and whatever else has no node is a problem.
 */
export const parseMarkdown: MarkdownParser = (markdown) => {
  try {
    return parse(markdown);
  } catch (error) {
    // The stack ended: quotations or lists that stand in each other by the thousand.
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, problems: [{ line: 1, message: 'something is nested too deeply' }] };
  }
};

function parse(markdown: string): MarkdownResult {
  const problems: MarkdownProblem[] = [];
  const content = [];
  let line = 1;
  for (const block of new Lexer({ gfm: true }).lex(markdown)) {
    const start = line;
    const report = (token: Token, message: string) => {
      problems.push({ line: start + linesBefore(block.raw, token.raw), message });
    };
    content.push(...convertBlocks([block], report));
    line += block.raw.split('\n').length - 1;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, richText: { type: 'doc', content } };
}

/** The lines of a block before a token in it, which stands there without the signs of what it is nested in. */
function linesBefore(block: string, token: string): number {
  const firstLine = token.trim().split('\n')[0] ?? '';
  const at = block.indexOf(firstLine);
  return at < 0 ? 0 : block.slice(0, at).split('\n').length - 1;
}
