import type { z } from 'zod';
import type { minorEdit, translationLink, translationLinks } from './schema-parts.ts';

/**
 * The id of a unit of translation: `block:{id}`, `title`, `summary`, `seo.title`, `seo.description`, `cover.alt`, or
 * `field:{key}` of a localized field with text.
 */
export type UnitId = string;

/** What a translated unit stores about its source at the time of translation. */
export type TranslationLink = z.infer<typeof translationLink>;

/**
 * Maximum characters of source text stored per unit: twice the longest text field that can be published. Without a limit, an
 * oversized text in one language would fill the translations too. Source: Meki's own.
 */
export const MAX_LINK_TEXT = 20_000;

/** Truncates a text for a link. */
export function linkText(text: string): string {
  return text.length <= MAX_LINK_TEXT ? text : text.slice(0, MAX_LINK_TEXT).toWellFormed();
}

/** By unit of the translation. */
export type TranslationLinks = z.infer<typeof translationLinks>;

/** A change of a source unit that translations need not follow: a translation of `from` is also current for `to`. */
export type MinorEdit = z.infer<typeof minorEdit>;

/** Source: the product's specification, Translation state. */
export type UnitState = 'missing' | 'stale' | 'current' | 'extra' | 'moved';

/** The state of one unit: of the translation, or of the source if the translation does not have it. */
export interface UnitReport {
  state: UnitState;
  /** The unit of the translation. If `state` is `missing`, an empty or unfinished block for the words, or nothing. */
  unit?: UnitId;
  /** The unit of the source; missing if `state` is `extra`. */
  source?: UnitId;
  /** For a stale unit: the source's plain text at the time of translation, and now. */
  change?: { from: string; to: string };
}

/** Number of units by state. */
export type TranslationCounts = { [state in UnitState]: number };
