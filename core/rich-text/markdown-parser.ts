import type { RichText } from './rich-text.ts';

/** Something in a Markdown text that Meki cannot keep. `line` counts from 1. */
export interface MarkdownProblem {
  line: number;
  message: string;
}

export type MarkdownResult = { ok: true; richText: RichText } | { ok: false; problems: MarkdownProblem[] };

/** The port to whatever reads Markdown. What it cannot keep is a problem, never left out. Blocks have no ids yet. */
export type MarkdownParser = (markdown: string) => MarkdownResult;
