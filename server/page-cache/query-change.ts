import type { Change, Document, DocumentData, DocumentPath, Query } from '#core/documents/document-store.ts';
import { matchesQuery, placeOf } from '#core/documents/match-query.ts';
import { createComparePlaces, type Place } from '#core/documents/query-order.ts';

/** What a query gave: which documents, and where the last one stands if the query's limit cut off what followed. */
export interface QueryResult {
  paths: Set<DocumentPath>;
  last?: Place;
}

/** What was asked of a query: its documents, how many they are, or some other number made of all of them. */
export type Question = 'documents' | 'count' | 'aggregate';

/** What a change means to a query: where the document stood, and where it stands. */
export interface QueryChange {
  path: DocumentPath;
  query: Query;
  before: Place | undefined;
  after: Place | undefined;
}

/** @returns `undefined` when the document neither was nor is one of the query's. */
export function queryChange(query: Query, change: Change): QueryChange | undefined {
  const place = (data: DocumentData | undefined) =>
    data && matchesQuery(query, data) ? placeOf(query, { path: change.path, data } as Document) : undefined;
  const before = place(change.before);
  const after = place(change.document?.data);
  return before || after ? { path: change.path, query, before, after } : undefined;
}

/**
 * Whether an answer could be another one after the change. It is exact but for changes before an offset.
 * @param result what the query gave when it was read; `undefined` while that is not known.
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

/** The result of a query, to be compared with later changes. */
export function queryResult(query: Query, documents: Document[]): QueryResult {
  const last = documents.at(-1);
  const isCut = query.limit !== undefined && documents.length === query.limit;
  return { paths: new Set(documents.map(({ path }) => path)), ...(isCut && last && { last: placeOf(query, last) }) };
}
