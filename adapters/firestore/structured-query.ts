import type { Filter, Query, Scalar } from '#core/documents/document-store.ts';
import { fullOrder, idDirection } from '#core/documents/query-order.ts';
import type { RpcFilter, RpcQuery } from './firestore-rpc.ts';
import { fieldName } from './stored-document.ts';
import { scalarValue } from './values.ts';

const OPERATORS = {
  '==': 'EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  'array-contains': 'ARRAY_CONTAINS',
} as const;

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const;

/**
 * The service's form of a query, without its offset. All orders are explicit, the last by id.
 * @param root `projects/…/documents`
 * @returns `undefined` if no document can match
 */
export function structuredQuery(query: Query, root: string): RpcQuery | undefined {
  const filters = (query.where ?? []).map(toFilter);
  if (filters.includes(undefined)) return undefined;
  const order = fullOrder(query);
  const where = filters as RpcFilter[];
  const [first] = where;
  const id = query.startAfter?.at(-1);
  return {
    from: [{ collectionId: query.collection }],
    ...(first && { where: where.length === 1 ? first : { compositeFilter: { op: 'AND', filters: where } } }),
    orderBy: [
      ...order.map(({ field, direction }) => ({
        field: { fieldPath: fieldName(field) },
        direction: DIRECTIONS[direction],
      })),
      { field: { fieldPath: '__name__' }, direction: DIRECTIONS[idDirection(query)] },
    ],
    ...(query.startAfter && {
      startAt: {
        values: [
          ...query.startAfter.slice(0, -1).map(scalarValue),
          { referenceValue: `${root}/${query.collection}/${id}` },
        ],
        before: false,
      },
    }),
    ...(query.limit !== undefined && { limit: { value: query.limit } }),
  };
}

/** The service finds `null` only by a filter of its own. @returns `undefined` if nothing can match */
function toFilter(filter: Filter): RpcFilter | undefined {
  const field = { fieldPath: fieldName(filter.field) };
  const isNull: RpcFilter = { unaryFilter: { field, op: 'IS_NULL' } };
  if (filter.op === 'in') return toIn(field, filter.values, isNull);
  if (filter.value === null && filter.op !== 'array-contains') {
    return filter.op === '<' || filter.op === '>' ? undefined : isNull;
  }
  return { fieldFilter: { field, op: OPERATORS[filter.op], value: scalarValue(filter.value) } };
}

function toIn(field: { fieldPath: string }, values: readonly Scalar[], isNull: RpcFilter): RpcFilter {
  const others = [...new Set(values)].filter((value) => value !== null);
  const isIn: RpcFilter = {
    fieldFilter: { field, op: 'IN', value: { arrayValue: { values: others.map(scalarValue) } } },
  };
  if (others.length === 0) return isNull;
  return values.includes(null) ? { compositeFilter: { op: 'OR', filters: [isNull, isIn] } } : isIn;
}
