import type { Document, Query } from '#core/documents/document-store.ts';
import { matchesQuery, positionOf } from '#core/documents/match-query.ts';
import { createComparePositions } from '#core/documents/query-order.ts';

/** The result of a query over all documents of its collection. */
export function selectDocuments(query: Query, documents: Iterable<Document>): Document[] {
  const comparePositions = createComparePositions(query);
  const { startAfter, offset = 0, limit = Number.POSITIVE_INFINITY } = query;
  return Array.from(documents)
    .filter(({ data }) => matchesQuery(query, data))
    .map((document) => ({ document, position: positionOf(query, document) }))
    .filter(({ position }) => !startAfter || comparePositions(position, startAfter) > 0)
    .sort((a, b) => comparePositions(a.position, b.position))
    .slice(offset, offset + limit)
    .map(({ document }) => document);
}
