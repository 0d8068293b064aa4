import type { Change, Document, DocumentData, DocumentPath, Query } from '#core/documents/document-store.ts';
import { matchesQuery, placeOf } from '#core/documents/match-query.ts';
import { createComparePlaces, type Place } from '#core/documents/query-order.ts';

/** The result of a query: its documents, and the sort key of the last one if the limit was reached. */
export interface QueryResult {
  paths: Set<DocumentPath>;
  last?: Place;
}

/** What was read: a query's documents, their count, or another aggregation. */
export type Question = 'documents' | 'count' | 'aggregate';

/** The effect of a change on a query: the document's sort key before and after. */
export interface QueryChange {
  path: DocumentPath;
  query: Query;
  before: Place | undefined;
  after: Place | undefined;
}

/** @returns `undefined` if the document matches neither before nor after. */
export function queryChange(query: Query, change: Change): QueryChange | undefined {
  const place = (data: DocumentData | undefined) =>
    data && matchesQuery(query, data) ? placeOf(query, { path: change.path, data } as Document) : undefined;
  const before = place(change.before);
  const after = place(change.document?.data);
  return before || after ? { path: change.path, query, before, after } : undefined;
}

/**
 * Whether a change may change an answer. Exact except for changes before an offset.
 * @param result the query's result when it was read; `undefined` if not yet known.
 */
export function changesAnswer(change: QueryChange, question: Question, result: QueryResult | undefined): boolean {
  const { query, path, before, after } = change;
  if (question === 'count') return (before === undefined) !== (after === undefined);
  if (question === 'aggregate' || !result || result.paths.has(path)) return true;
  const compare = createComparePlaces(query);
  if (before && after && compare(before, after) === 0) return false;
  const { last } = result;
  return last === undefined || [before, after].some((place) => place !== undefined && compare(place, last) <= 0);
}

/** The result of a query, for comparison with later changes. */
export function queryResult(query: Query, documents: Document[]): QueryResult {
  const last = documents.at(-1);
  const isCut = query.limit !== undefined && documents.length === query.limit;
  return { paths: new Set(documents.map(({ path }) => path)), ...(isCut && last && { last: placeOf(query, last) }) };
}
