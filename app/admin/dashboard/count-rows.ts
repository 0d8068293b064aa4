import type { CountedState } from '#core/content/item-card.ts';
import type { ItemCount } from '#core/item-cards/count-items.ts';

/** The states in column order: published first, missing last. */
const COLUMNS: readonly CountedState[] = ['published', 'changed', 'draft', 'scheduled', 'archived', 'missing'];

/** A row of the table: one type in one language. */
export interface CountRow {
  /** `studies es` */
  id: string;
  type: string;
  language: string;
  states: { [state in CountedState]?: number };
}

/** The table of counts. */
export interface CountTable {
  /** The states that the person may see. */
  states: CountedState[];
  /** Empty on a site without items. */
  rows: CountRow[];
}

/** @param names labels of types and languages in the page's language, by key and code. */
export function countTable(
  counts: readonly ItemCount[],
  names: { types: ReadonlyMap<string, string>; languages: ReadonlyMap<string, string> },
): CountTable {
  const states = COLUMNS.filter((state) => counts.some((count) => state in count.states));
  if (counts.every((count) => Object.values(count.states).every((number) => number === 0))) return { states, rows: [] };
  const rows = counts.map(({ type, language, states: numbers }) => ({
    id: `${type} ${language}`,
    type: names.types.get(type) ?? type,
    language: names.languages.get(language) ?? language,
    states: numbers,
  }));
  return { states, rows };
}
