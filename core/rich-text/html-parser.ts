import type { RichText } from './rich-text.ts';

/** `problem` is a sentence in English. */
export type HtmlResult = { ok: true; richText: RichText } | { ok: false; problem: string };

/**
 * The port to whatever reads HTML. It takes any text that is no trap for who reads it, and keeps what a rich text can say: unknown elements are passed over
 * and what stands in them stays; scripts and styles go. Blocks have the ids that `writeHtml` gave them, or none.
 * @param origin of the site, without a slash at its end: pictures that are told by their whole address are its own too
 */
export type HtmlParser = (html: string, origin?: string) => HtmlResult;
