import type { RichText } from './rich-text.ts';
import type { SiteBlockAttributes } from './site-block-attributes.ts';

/** Something in a Markdown text that Meki does not support. `line` starts at 1. */
export interface MarkdownProblem {
  line: number;
  message: string;
}

export type MarkdownResult = { ok: true; richText: RichText } | { ok: false; problems: MarkdownProblem[] };

export interface MarkdownOptions {
  /** Whether pictures may be named by paths of files, which become `attrs.file`. */
  pictureFiles?: boolean;
  /** Reads `::kind{name="value"}`. Default: there are no blocks of the site. */
  readDirective?: DirectiveReader;
}

/** The attributes of the block of the site that a directive says, and what is wrong with it; a sentence each. */
export type DirectiveReader = (
  kind: string,
  given: { [name: string]: string },
) => { attrs: SiteBlockAttributes; problems: string[] };

/** The port to the Markdown parser. Unsupported syntax is a problem and never dropped silently. Blocks have no ids yet. */
export type MarkdownParser = (markdown: string, options?: MarkdownOptions) => MarkdownResult;
