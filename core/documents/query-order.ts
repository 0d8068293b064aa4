import { compareScalars, compareText } from './compare-values.ts';
import type { Filter, Order, Query, Scalar } from './document-store.ts';

/** A filter that compares for less or more. */
export interface RangeFilter {
  field: string;
  op: '<' | '<=' | '>' | '>=';
  value: Scalar;
}

/** Whether a filter compares for less or more. */
export function isRange(filter: Filter): filter is RangeFilter {
  return filter.op === '<' || filter.op === '<=' || filter.op === '>' || filter.op === '>=';
}

/** The query's order with the fields that its range filters imply. The id follows, in `idDirection(query)`. */
export function fullOrder(query: Query): Order[] {
  const named = query.orderBy ?? [];
  const ranges = new Set(query.where?.filter(isRange).map(({ field }) => field));
  for (const { field } of named) ranges.delete(field);
  const direction = idDirection(query);
  return [...named, ...[...ranges].sort(compareText).map((field) => ({ field, direction }))];
}

/** The direction in which documents that are otherwise equal stand by their ids. */
export function idDirection(query: Query): Order['direction'] {
  return query.orderBy?.at(-1)?.direction ?? 'asc';
}

/** A document's place in the query's order: the values of the ordered fields, then the id. Also the form of a cursor. */
export type Place = readonly Scalar[];

/** Compares places in the order of the query. */
export function createComparePlaces(query: Query): (a: Place, b: Place) => number {
  const signs = [...fullOrder(query).map(({ direction }) => direction), idDirection(query)].map((direction) =>
    direction === 'asc' ? 1 : -1,
  );
  return (a, b) => {
    for (const [i, sign] of signs.entries()) {
      const compared = compareScalars(a[i] ?? null, b[i] ?? null);
      if (compared !== 0) return compared * sign;
    }
    return 0;
  };
}
