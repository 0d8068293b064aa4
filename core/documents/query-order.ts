import { compareScalars, compareText } from './compare-values.ts';
import type { Filter, Order, Query, Scalar } from './document-store.ts';

/** A range comparison. */
export interface RangeFilter {
  field: string;
  op: '<' | '<=' | '>' | '>=';
  value: Scalar;
}

/** Whether a filter is a range comparison. */
export function isRange(filter: Filter): filter is RangeFilter {
  return filter.op === '<' || filter.op === '<=' || filter.op === '>' || filter.op === '>=';
}

/** The query's order including the fields implied by range filters. The id follows, in `idDirection(query)`. */
export function fullOrder(query: Query): Order[] {
  const named = query.orderBy ?? [];
  const ranges = new Set(query.where?.filter(isRange).map(({ field }) => field));
  for (const { field } of named) ranges.delete(field);
  const direction = idDirection(query);
  return [...named, ...[...ranges].sort(compareText).map((field) => ({ field, direction }))];
}

/** The direction of the final order by id. */
export function idDirection(query: Query): Order['direction'] {
  return query.orderBy?.at(-1)?.direction ?? 'asc';
}

/** A document's sort key: the values of the ordered fields, then the id. Also the form of a cursor. */
export type Position = readonly Scalar[];

/** A comparator of sort keys in the query's order. */
export function createComparePositions(query: Query): (a: Position, b: Position) => number {
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
