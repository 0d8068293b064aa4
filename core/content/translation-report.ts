import type { UnitId } from './translation-link.ts';

/** Source: the product's specification, Translation state. */
export type UnitState = 'missing' | 'stale' | 'current' | 'extra' | 'moved';

/** How one unit stands: a unit of the translation, or one of the source that the translation lacks. */
export interface UnitReport {
  state: UnitState;
  /** The unit of the translation; missing when `state` is `missing`. */
  unit?: UnitId;
  /** The unit of the source; missing when `state` is `extra`. */
  source?: UnitId;
  /** Of a stale unit: the source's plain text when it was translated, and now. */
  change?: { from: string; to: string };
}

/** Numbers of units by state. */
export type TranslationCounts = { [state in UnitState]: number };
