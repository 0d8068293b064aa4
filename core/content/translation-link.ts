/**
 * What is translated as one: `block:{id}`, `title`, `summary`, `seo.title`, `seo.description`, `cover.alt`, or
 * `field:{key}` of a localized field that holds text.
 */
export type UnitId = string;

/** What a translated unit remembers of the source that it was made from. */
export interface TranslationLink {
  /** The unit of the source. A field's is its own name. */
  source: UnitId;
  /** The hash of the source's contents at that time. */
  hash: string;
  /** The source's plain text at that time, to show what changed since; at most `MAX_LINK_TEXT` characters of it. */
  text: string;
}

/**
 * Most characters of a source that a translation remembers of one unit: twice the longest text field that can be published.
 * Without a limit, what one language says beyond measure would fill the translations too. Source: Meki's own.
 */
export const MAX_LINK_TEXT = 20_000;

/** What a link remembers of a text. */
export function linkText(text: string): string {
  return text.length <= MAX_LINK_TEXT ? text : text.slice(0, MAX_LINK_TEXT).toWellFormed();
}

/** By unit of the translation. */
export type TranslationLinks = { [unit: UnitId]: TranslationLink };

/** A change of a unit of the source that translations need not follow: whoever was true to `from` is true to `to`. */
export interface MinorEdit {
  unit: UnitId;
  from: string;
  to: string;
}
