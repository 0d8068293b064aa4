import type { Collections } from '#core/documents/check-collections.ts';
import type { Aggregation, Query } from '#core/documents/document-store.ts';
import type { Database } from '../database/database.ts';
import { aggregationSql } from './aggregate.ts';
import { keysSql, sourceFor } from './query-keys.ts';
import { scansOf } from './query-scans.ts';

/** The lines of SQLite's plan for each statement of a query, or of aggregations over it. */
export function explainQuery(
  database: Database,
  collections: Collections,
  query: Query,
  aggregations?: readonly Aggregation[],
): string[] {
  const wholly = aggregations !== undefined && query.limit === undefined && query.offset === undefined;
  const source = sourceFor(collections, query);
  const combinations = scansOf(query);
  const statements = combinations.flat().map((scan) => {
    if (wholly) return aggregationSql(source, query, scan, aggregations).sql;
    return keysSql(source, query, scan, combinations.length > 1).sql;
  });
  const plans = [...new Set(statements)].flatMap((sql) => database.all(`EXPLAIN QUERY PLAN ${sql}`));
  const lines = plans.map((row) => String(row[3]));
  if (source.indexed) return lines;
  // SQLite also calls it a search if it reads all documents of the collection or of a part of the index.
  return [...lines, `SCAN of collection ${query.collection}: no declared index holds all fields of the query`];
}
