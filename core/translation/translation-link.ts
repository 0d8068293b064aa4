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
  /** The source's plain text at that time, to show what changed since. */
  text: string;
}

/** By unit of the translation. */
export type TranslationLinks = { [unit: UnitId]: TranslationLink };

/** A change of a unit of the source that translations need not follow: whoever was true to `from` is true to `to`. */
export interface MinorEdit {
  unit: UnitId;
  from: string;
  to: string;
}
