import type { Document, Query } from '#core/documents/document-store.ts';
import { matchesQuery, placeOf } from '#core/documents/match-query.ts';
import { createComparePlaces } from '#core/documents/query-order.ts';

/** The result of a query over all documents of its collection. */
export function selectDocuments(query: Query, documents: Iterable<Document>): Document[] {
  const comparePlaces = createComparePlaces(query);
  const { startAfter, offset = 0, limit = Number.POSITIVE_INFINITY } = query;
  return Array.from(documents)
    .filter(({ data }) => matchesQuery(query, data))
    .map((document) => ({ document, place: placeOf(query, document) }))
    .filter(({ place }) => !startAfter || comparePlaces(place, startAfter) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place))
    .slice(offset, offset + limit)
    .map(({ document }) => document);
}
