import { sameContents } from '#core/documents/compare-values.ts';
import type { Document, DocumentData, DocumentPath, FeedChange, Query } from '#core/documents/document-store.ts';
import { getField } from '#core/documents/field-path.ts';
import { createComparePositions, matchesQuery, type Position, positionOf } from '#core/documents/match-query.ts';

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
  /** Whether it is unknown if the document matched before. */
  isBeforeUnknown: boolean;
  /** Whether the members that the query selects are as they were. */
  keepsSelected: boolean;
}

/**
 * Compares by the members that the feed tells, which include all that queries of pages compare.
 * @returns `undefined` if the document matches neither before nor after.
 */
export function queryChange(query: Query, change: FeedChange): QueryChange | undefined {
  const position = (data: DocumentData | null | undefined) =>
    data && matchesQuery(query, data) ? positionOf(query, { path: change.path, data } as Document) : undefined;
  const before = position(change.before);
  const after = position(change.after);
  const isBeforeUnknown = change.before === undefined;
  if (!before && !after && !isBeforeUnknown) return undefined;
  return { path: change.path, query, before, after, isBeforeUnknown, keepsSelected: keepsSelected(query, change) };
}

function keepsSelected({ select }: Query, { before, after }: FeedChange): boolean {
  if (!select || !before || !after) return false;
  return select.every((field) => sameContents(getField(before, field), getField(after, field)));
}

/**
 * Whether a change may change an answer. Exact except for changes before an offset.
 * @param result the query's result when it was read; `undefined` if not yet known.
 */
export function changesAnswer(change: QueryChange, question: Question, result: QueryResult | undefined): boolean {
  const { query, path, before, after } = change;
  if (change.isBeforeUnknown) return true;
  if (question === 'count') return (before === undefined) !== (after === undefined);
  if (question === 'aggregate' || !result) return true;
  const compare = createComparePositions(query);
  const keepsPlace = before !== undefined && after !== undefined && compare(before, after) === 0;
  if (result.paths.has(path)) return !keepsPlace || !change.keepsSelected;
  if (keepsPlace) return false;
  const { last } = result;
  return (
    last === undefined || [before, after].some((position) => position !== undefined && compare(position, last) <= 0)
  );
}

/** The result of a query, for comparison with later changes. */
export function queryResult(query: Query, documents: Document[]): QueryResult {
  const last = lastOfCut(query, documents);
  return { paths: new Set(documents.map(({ path }) => path)), ...(last && { last }) };
}

/** Whether a query that found these documents has this result. */
export function isResult({ paths, last }: QueryResult, query: Query, documents: Document[]): boolean {
  if (paths.size !== documents.length || !documents.every(({ path }) => paths.has(path))) return false;
  return sameContents(last, lastOfCut(query, documents));
}

/** The sort key of the last document if the limit was reached. */
function lastOfCut(query: Query, documents: Document[]): Position | undefined {
  const last = documents.at(-1);
  return last && query.limit !== undefined && documents.length === query.limit ? positionOf(query, last) : undefined;
}
