import type { RichText } from './rich-text.ts';

/**
 * The port to whatever reads HTML. It takes any text, and keeps what a rich text can say: unknown elements are passed over
 * and what stands in them stays; scripts and styles go. Blocks have the ids that `writeHtml` gave them, or none.
 */
export type HtmlParser = (html: string) => RichText;
