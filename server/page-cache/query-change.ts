import type { Document, DocumentChange, DocumentData, DocumentPath, Query } from '#core/documents/document-store.ts';
import { matchesQuery, positionOf } from '#core/documents/match-query.ts';
import { createComparePositions, type Position } from '#core/documents/query-order.ts';

/** The result of a query: its documents, and the sort key of the last one if the limit was reached. */
export interface QueryResult {
  paths: Set<DocumentPath>;
  last?: Position;
}

/** What was read: a query's documents, their count, or another aggregation. */
export type Question = 'documents' | 'count' | 'aggregate';

/** The effect of a change on a query: the document's sort key before and after. */
export interface QueryChange {
  path: DocumentPath;
  query: Query;
  before: Position | undefined;
  after: Position | undefined;
}

/** @returns `undefined` if the document matches neither before nor after. */
export function queryChange(query: Query, change: DocumentChange): QueryChange | undefined {
  const position = (data: DocumentData | undefined) =>
    data && matchesQuery(query, data) ? positionOf(query, { path: change.path, data } as Document) : undefined;
  const before = position(change.before);
  const after = position(change.document?.data);
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
  const compare = createComparePositions(query);
  if (before && after && compare(before, after) === 0) return false;
  const { last } = result;
  return (
    last === undefined || [before, after].some((position) => position !== undefined && compare(position, last) <= 0)
  );
}

/** The result of a query, for comparison with later changes. */
export function queryResult(query: Query, documents: Document[]): QueryResult {
  const last = documents.at(-1);
  const isCut = query.limit !== undefined && documents.length === query.limit;
  return { paths: new Set(documents.map(({ path }) => path)), ...(isCut && last && { last: positionOf(query, last) }) };
}
