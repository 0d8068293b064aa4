import type { RichText } from './rich-text.ts';

/** Something in an HTML text that a rich text cannot have, and what became of it. `line` starts at 1. */
export interface HtmlLoss {
  line: number;
  message: string;
}

/** `problem` is a sentence in English; `lost` is missing if nothing was. */
export type HtmlResult = { ok: true; richText: RichText; lost?: HtmlLoss[] } | { ok: false; problem: string };

export interface HtmlOptions {
  /** The origin of the site, without a trailing slash: absolute URLs of its pictures are recognized. */
  origin?: string;
  /** The file of a picture that is not one of the site, which becomes `attrs.file`, or why there is none. */
  fileOf?(src: string): { file: string } | { problem: string };
  /** The address that a link gets. */
  linkTo?(href: string): string;
  /** Whether blocks have their line, from 1, as `attrs.line`. */
  withLines?: boolean;
}

/**
 * The port to the HTML parser. It accepts any text, except for one built to exhaust the parser, and keeps what a rich text can
 * represent: unknown elements are replaced by their contents; scripts and styles are removed. `lost` tells the first 100 of these. Blocks have the ids that
 * `writeHtml` wrote, or none, and `attrs.translates` from `data-translates` (`core/translation/translates.ts`), `null` if empty.
 */
export type HtmlParser = (html: string, options?: HtmlOptions) => HtmlResult;
