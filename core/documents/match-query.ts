import { compareScalars, compareText, isScalar, typeRank } from './compare-values.ts';
import { parsePath } from './document-path.ts';
import type { Document, DocumentData, Filter, Order, Query, Scalar } from './document-store.ts';
import { getField } from './field-path.ts';

/**
 * Whether a document of the query's collection with this data matches: it satisfies every filter and has every ordered field.
 * Ignores cursor, offset and limit.
 */
export function matchesQuery(query: Query, data: DocumentData): boolean {
  return (
    (query.where ?? []).every((filter) => matchesFilter(filter, data)) &&
    (query.orderBy ?? []).every(({ field }) => isScalar(getField(data, field)))
  );
}

/** The sort key of a matching document. */
export function positionOf(query: Query, document: Document): Position {
  const values = fullOrder(query).map(({ field }) => getField(document.data, field) as Scalar);
  return [...values, parsePath(document.path)?.id ?? ''];
}

function matchesFilter(filter: Filter, data: DocumentData): boolean {
  const value = getField(data, filter.field);
  if (filter.op === 'array-contains') {
    return Array.isArray(value) && value.some((element) => element === filter.value);
  }
  return isScalar(value) && scalarMatches(filter, value);
}

/** Whether a scalar satisfies a filter other than `array-contains`. */
export function scalarMatches(filter: Exclude<Filter, { op: 'array-contains' }>, value: Scalar): boolean {
  if (filter.op === 'in') return filter.values.includes(value);
  if (typeRank(value) !== typeRank(filter.value)) return false;
  const compared = compareScalars(value, filter.value);
  switch (filter.op) {
    case '==':
      return compared === 0;
    case '<':
      return compared < 0;
    case '<=':
      return compared <= 0;
    case '>':
      return compared > 0;
    case '>=':
      return compared >= 0;
  }
}

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
