import type { Token } from 'marked';
import type { RichText } from '../rich-text/rich-text.ts';
import { convertBlocks, type MarkdownOptions } from './convert-tokens.ts';
import { lexMarkdown, linesBefore, type MarkdownProblem } from './lex-markdown.ts';

export type MarkdownResult = { ok: true; richText: RichText } | { ok: false; problems: MarkdownProblem[] };

/** Maximum problems reported. */
const MAX_PROBLEMS = 100;

/**
 * Parses GitHub Flavored Markdown: headings of level 2 to 4, paragraphs, lists, quotations, callouts, tables, code, rules,
 * links, and `<sub>`, `<sup>` and `<br>`. Other HTML and unsupported syntax is reported as a problem,
 * and never dropped silently. Blocks have no ids yet.
 */
export function parseMarkdown(markdown: string, options: MarkdownOptions = {}): MarkdownResult {
  const lexed = lexMarkdown(markdown);
  return 'problem' in lexed ? { ok: false, problems: [lexed.problem] } : convert(lexed.blocks, options);
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
