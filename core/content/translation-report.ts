import type { UnitId } from './translation-link.ts';

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
