import type { RichText } from './rich-text.ts';

/** Something in a Markdown text that Meki does not support. `line` starts at 1. */
export interface MarkdownProblem {
  line: number;
  message: string;
}

export type MarkdownResult = { ok: true; richText: RichText } | { ok: false; problems: MarkdownProblem[] };

export interface MarkdownOptions {
  /** Whether pictures may be named by paths of files, which become `attrs.file`. */
  pictureFiles?: boolean;
}

/** The port to the Markdown parser. Unsupported syntax is a problem and never dropped silently. Blocks have no ids yet. */
export type MarkdownParser = (markdown: string, options?: MarkdownOptions) => MarkdownResult;
