import type { HtmlLoss } from './html-parser.ts';
import type { MarkdownProblem } from './markdown-parser.ts';

export interface MarkdownPage {
  ok: true;
  html: string;
  /** The line in the Markdown text of a line in `html`; both start at 1. */
  lineOf(line: number): number;
  /** What HTML for `HtmlParser` cannot say, and what became of it. */
  lost: HtmlLoss[];
}

/**
 * The port to Markdown that other programs wrote, with HTML in it: it becomes HTML for `HtmlParser`, which tells what a rich text
 * cannot have. Headings begin at the second level, after a first heading that repeats the title. Callouts are those of
 * `MarkdownParser`. A text that takes too long to read is a problem.
 */
export type MarkdownRenderer = (
  markdown: string,
  options?: { title?: string },
) => MarkdownPage | { ok: false; problems: MarkdownProblem[] };
