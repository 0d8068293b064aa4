import type { CheckedCollection, Collections } from './check-collections.ts';
import { isInOpaque } from './collection.ts';
import { isScalar } from './compare-values.ts';
import { type ParsedPath, parsePath } from './document-path.ts';
import { type Aggregation, type Filter, type ListenTarget, MAX_DISJUNCTIONS, type Query } from './document-store.ts';
import { InvalidQuery } from './errors.ts';
import { isFieldPath } from './field-path.ts';
import { fullOrder } from './match-query.ts';

/**
 * Parses the paths of documents to read.
 * @throws {InvalidQuery} for a malformed path or an undeclared collection.
 */
export function checkPaths(collections: Collections, paths: readonly string[]): ParsedPath[] {
  return paths.map((path) => {
    const parsed = parsePath(path);
    if (!parsed) throw new InvalidQuery(`"${path}" is not a document's path`);
    checkCollection(collections, parsed.collection);
    return parsed;
  });
}

/** @throws {InvalidQuery} if the query is malformed or names an undeclared collection. */
export function checkQuery(collections: Collections, query: Query): void {
  const { opaqueMembers, feed = [] } = checkCollection(collections, query.collection);
  const where = query.where ?? [];
  for (const filter of where) checkFilter(filter);
  for (const { field } of [...where, ...(query.orderBy ?? [])]) {
    if (isInOpaque(opaqueMembers, field))
      throw new InvalidQuery(`"${field}" is opaque, so that no query can look into it`);
  }
  const contains = where.filter((filter) => filter.op === 'array-contains').length;
  if (contains > 1) throw new InvalidQuery('A query has at most one array-contains');
  const disjunctions = where.reduce((product, filter) => product * (filter.op === 'in' ? filter.values.length : 1), 1);
  if (disjunctions > MAX_DISJUNCTIONS) {
    throw new InvalidQuery(`The values of a query's "in" make at most ${MAX_DISJUNCTIONS} combinations`);
  }
  const orderBy = query.orderBy ?? [];
  for (const { field, direction } of orderBy) {
    checkField(field);
    if (direction !== 'asc' && direction !== 'desc') throw new InvalidQuery(`"${field}" has no direction`);
  }
  if (new Set(orderBy.map(({ field }) => field)).size < orderBy.length) {
    throw new InvalidQuery('A query orders by a field once');
  }
  for (const field of query.select ?? []) {
    if (!feed.includes(field))
      throw new InvalidQuery(`The change feed does not tell "${field}", so that no query can select it`);
  }
  checkCursor(query);
  checkWholeNumber('offset', query.offset);
  checkWholeNumber('limit', query.limit);
}

/** @throws {InvalidQuery} */
export function checkAggregations(aggregations: readonly Aggregation[]): void {
  for (const aggregation of aggregations) {
    if (aggregation.kind === 'count') continue;
    if (aggregation.kind !== 'sum' && aggregation.kind !== 'average') throw new InvalidQuery('Unknown aggregation');
    checkField(aggregation.field);
  }
}

/** @throws {InvalidQuery} for an undeclared collection. */
export function checkFollowed(collections: Collections, names: readonly string[]): CheckedCollection[] {
  return names.map((name) => checkCollection(collections, name));
}

/** @throws {InvalidQuery} */
export function checkTarget(collections: Collections, target: ListenTarget): void {
  if ('documents' in target) {
    checkPaths(collections, target.documents);
    return;
  }
  checkQuery(collections, target.query);
  const { startAfter, offset, select } = target.query;
  if (startAfter !== undefined || offset !== undefined || select !== undefined) {
    throw new InvalidQuery('A query to listen to has no cursor, no offset and no selected members');
  }
}

function checkFilter(filter: Filter): void {
  checkField(filter.field);
  switch (filter.op) {
    case 'in':
      if (filter.values.length < 1 || filter.values.length > MAX_DISJUNCTIONS) {
        throw new InvalidQuery(`"in" takes 1 to ${MAX_DISJUNCTIONS} values, not ${filter.values.length}`);
      }
      for (const value of filter.values) checkScalar(value);
      return;
    case 'array-contains':
      if (filter.value === null) throw new InvalidQuery('No query finds null in an array');
      checkScalar(filter.value);
      return;
    case '==':
    case '<':
    case '<=':
    case '>':
    case '>=':
      checkScalar(filter.value);
      return;
    default:
      throw new InvalidQuery(`Unknown operator "${(filter as Filter).op}"`);
  }
}

function checkCursor(query: Query): void {
  if (query.startAfter === undefined) return;
  const fields = fullOrder(query).map(({ field }) => field);
  if (query.startAfter.length !== fields.length + 1) {
    throw new InvalidQuery(`The cursor takes the values of [${[...fields, 'id'].join(', ')}]`);
  }
  for (const value of query.startAfter) checkScalar(value);
  if (typeof query.startAfter.at(-1) !== 'string') throw new InvalidQuery("The cursor ends in a document's id");
}

function checkCollection(collections: Collections, name: string): CheckedCollection {
  const collection = collections.get(name);
  if (!collection) throw new InvalidQuery(`No collection "${name}" is declared`);
  return collection;
}

function checkField(field: string): void {
  if (!isFieldPath(field)) throw new InvalidQuery(`"${field}" is not a dotted path of member names`);
}

function checkScalar(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new InvalidQuery('A text is not well-formed Unicode');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new InvalidQuery(`${value} is not a finite number`);
  if (!isScalar(value)) throw new InvalidQuery('Only texts, numbers, booleans and null can be compared');
}

function checkWholeNumber(name: string, value: number | undefined): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidQuery(`The ${name} is a whole number, not ${value}`);
}
