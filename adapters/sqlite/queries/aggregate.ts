import type { SQLInputValue } from 'node:sqlite';
import type { Aggregation, Query } from '#core/documents/document-store.ts';
import type { Database } from '../database/database.ts';
import { type FieldSql, fieldOf } from './field-sql.ts';
import type { ChosenSource, IndexSource } from './index-source.ts';
import { type BoundSql, fromScan, queryKeys } from './query-keys.ts';
import { type Scan, scansOf } from './query-scans.ts';

/** The results of aggregations over a query. */
export function aggregate(
  database: Database,
  source: ChosenSource,
  query: Query,
  aggregations: readonly Aggregation[],
): (number | null)[] {
  const parts =
    query.limit === undefined && query.offset === undefined
      ? partsOfScans(database, source, query, aggregations)
      : partsOfDocuments(database, queryKeys(database, source, query), aggregations);
  return aggregations.map((aggregation, i) => {
    const [sum, count] = parts.reduce<[number, number]>(
      ([sum, count], part) => [sum + (part[2 * i] ?? 0), count + (part[2 * i + 1] ?? 0)],
      [0, 0],
    );
    if (aggregation.kind === 'count') return count;
    if (aggregation.kind === 'sum') return sum;
    return count > 0 ? sum / count : null;
  });
}

/** The SQL that gives a sum and a count for each aggregation over a scan. */
export function aggregationSql(
  source: ChosenSource,
  query: Query,
  scan: Scan,
  aggregations: readonly Aggregation[],
): BoundSql {
  const { sql, values } = fromScan(source, query, scan);
  return { sql: `SELECT ${columnsFor(aggregations, source.field)} ${sql}`, values };
}

function partsOfScans(
  database: Database,
  source: ChosenSource,
  query: Query,
  aggregations: readonly Aggregation[],
): number[][] {
  const scans = scansOf(query).flat();
  return scans.map((scan) => {
    const { sql, values } = aggregationSql(source, query, scan, aggregations);
    return toNumbers(database.get(sql, ...values));
  });
}

function partsOfDocuments(
  database: Database,
  keys: readonly number[],
  aggregations: readonly Aggregation[],
): number[][] {
  const sql = `SELECT ${columnsFor(aggregations, fieldOf)} FROM documents WHERE key = ?`;
  return keys.map((key) => toNumbers(database.get(sql, key)));
}

function columnsFor(aggregations: readonly Aggregation[], field: IndexSource['field']): string {
  const columns = aggregations.flatMap((aggregation) => {
    if (aggregation.kind === 'count') return ['0', 'count(*)'];
    const number = numberIn(field(aggregation.field));
    return [`total(${number})`, `count(${number})`];
  });
  return columns.length > 0 ? columns.join(', ') : '0';
}

function numberIn({ rank, value }: FieldSql): string {
  return `CASE WHEN ${rank} = 2 THEN ${value} * 1.0 END`;
}

function toNumbers(row: readonly SQLInputValue[] | undefined): number[] {
  return (row ?? []).map(Number);
}
