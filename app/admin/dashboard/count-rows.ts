import type { CountedState } from '#core/content/item-card.ts';
import type { ItemCount } from '#core/item-cards/count-items.ts';

/** The states in the order of the chart: published first, missing last. */
const ORDER: readonly CountedState[] = ['published', 'changed', 'draft', 'scheduled', 'archived', 'missing'];

/** A bar of the chart: one type in one language. */
export interface CountRow {
  /** `studies es` */
  id: string;
  type: string;
  language: string;
  total: number;
  /** Only those that there are. */
  states: { state: CountedState; count: number }[];
}

/** @param names labels of types and languages in the page's language, by key and code. @returns no rows for what has no items */
export function countRows(
  counts: readonly ItemCount[],
  names: { types: ReadonlyMap<string, string>; languages: ReadonlyMap<string, string> },
): CountRow[] {
  return counts.flatMap(({ type, language, states: numbers }) => {
    const states = ORDER.flatMap((state) => {
      const count = numbers[state] ?? 0;
      return count === 0 ? [] : [{ state, count }];
    });
    if (states.length === 0) return [];
    return [
      {
        id: `${type} ${language}`,
        type: names.types.get(type) ?? type,
        language: names.languages.get(language) ?? language,
        total: states.reduce((sum, { count }) => sum + count, 0),
        states,
      },
    ];
  });
}
