import type { CheckedCollection, Collections } from '#core/documents/check-collections.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type {
  Aggregation,
  Document,
  DocumentPath,
  Filter,
  Order,
  Query,
  Scalar,
} from '#core/documents/document-store.ts';
import { getField } from '#core/documents/field-path.ts';
import { fullOrder, idDirection, matchesQuery } from '#core/documents/match-query.ts';
import type { Connection } from './connect.ts';
import type { RpcAggregation, RpcDocument, RpcFilter, RpcQuery, RpcValue } from './firestore-rpc.ts';
import { fieldName, fromValue, pathOfName, scalarValue, toDocument } from './stored-document.ts';

export interface DocumentReader {
  get(paths: readonly DocumentPath[]): Promise<(Document | undefined)[]>;
  query(query: Query): Promise<Document[]>;
  aggregate(query: Query, aggregations: readonly Aggregation[]): Promise<(number | null)[]>;
}

/** @param onRead told of every document that is read */
export function createDocumentReader(
  { database, root, collect }: Connection,
  collections: Collections,
  onRead: (document: Document) => void,
): DocumentReader {
  const collectionAt = (path: DocumentPath): CheckedCollection => {
    const collection = collections.get(parsePath(path)?.collection ?? '');
    if (!collection) throw new Error(`${path} belongs to no collection`);
    return collection;
  };

  function read(stored: RpcDocument): Document {
    const document = toDocument(stored, collectionAt(pathOfName(stored.name)));
    onRead(document);
    return document;
  }

  async function runOnce(structured: RpcQuery): Promise<Document[]> {
    const found = await collect<{ document?: RpcDocument | null }>((rpc, options) =>
      rpc.runQuery({ parent: root, structuredQuery: structured }, options),
    );
    return found.flatMap(({ document }) => (document ? [read(document)] : []));
  }

  /** Asks for more where the service orders documents that have an array or an object in an ordered field. */
  async function query({ offset = 0, limit, ...asked }: Query): Promise<Document[]> {
    const wanted = limit === undefined ? undefined : offset + limit;
    for (let more = 0; ; ) {
      const most = wanted === undefined ? undefined : wanted + more;
      const structured = structuredQuery({ ...asked, ...(most !== undefined && { limit: most }) }, root);
      const found = structured && most !== 0 ? await runOnce(structured) : [];
      const matching = found.filter(({ data }) => matchesQuery(asked, data));
      if (wanted === undefined || matching.length >= wanted || found.length < wanted + more) {
        return matching.slice(offset, wanted);
      }
      more += found.length - matching.length;
    }
  }

  async function aggregateByService(structured: RpcQuery, asked: RpcAggregation): Promise<number | null> {
    const answers = await collect<{ result?: { aggregateFields?: { [alias: string]: RpcValue } } }>((rpc, options) =>
      rpc.runAggregationQuery(
        { parent: root, structuredAggregationQuery: { structuredQuery: structured, aggregations: [asked] } },
        options,
      ),
    );
    const value = answers[0]?.result?.aggregateFields?.[asked.alias];
    const number = value ? fromValue(value) : null;
    return typeof number === 'number' ? number : null;
  }

  return {
    async get(paths) {
      if (paths.length === 0) return [];
      const documents = [...new Set(paths)].map((path) => `${root}/${path}`);
      const answers = await collect<{ found?: RpcDocument | null }>((rpc, options) =>
        rpc.batchGetDocuments({ database, documents }, options),
      );
      const found = new Map<string, Document>();
      for (const { found: stored } of answers) if (stored) found.set(pathOfName(stored.name), read(stored));
      return paths.map((path) => {
        const document = found.get(path);
        return document && structuredClone(document);
      });
    },

    query,

    /** One request each: the service leaves out documents that lack any field of several. */
    async aggregate(asked, aggregations) {
      const [order, second] = asked.orderBy ?? [];
      const isPlain = asked.limit === undefined && asked.offset === undefined && !second;
      if (isPlain && !asked.startAfter) {
        const structured = structuredQuery(asked, root);
        if (!structured) return aggregations.map((aggregation) => computed([], aggregation));
        const bounded = order ? { ...structured, ...withoutObjects(order) } : structured;
        return Promise.all(aggregations.map((each) => aggregateByService(bounded, toAggregation(each))));
      }
      const documents = await query(asked);
      return aggregations.map((aggregation) => computed(documents, aggregation));
    },
  };
}

/** Leaves out documents with an array or an object in the first ordered field, which the service orders after everything else. */
function withoutObjects({ direction }: Order): Pick<RpcQuery, 'startAt' | 'endAt'> {
  const values = [{ arrayValue: { values: [] } }];
  return direction === 'asc' ? { endAt: { values, before: true } } : { startAt: { values, before: false } };
}

function toAggregation(aggregation: Aggregation): RpcAggregation {
  if (aggregation.kind === 'count') return { alias: 'a', count: {} };
  const of = { field: { fieldPath: fieldName(aggregation.field) } };
  return aggregation.kind === 'sum' ? { alias: 'a', sum: of } : { alias: 'a', avg: of };
}

function computed(documents: readonly Document[], aggregation: Aggregation): number | null {
  if (aggregation.kind === 'count') return documents.length;
  const numbers = documents
    .map(({ data }) => getField(data, aggregation.field))
    .filter((value) => typeof value === 'number');
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (aggregation.kind === 'sum') return sum;
  return numbers.length > 0 ? sum / numbers.length : null;
}

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
