import { compareScalars, isScalar, typeRank } from './compare-values.ts';
import { parsePath } from './document-path.ts';
import type { Document, DocumentData, Filter, Query, Scalar } from './document-store.ts';
import { getField } from './field-path.ts';
import { fullOrder, type Position } from './query-order.ts';

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
