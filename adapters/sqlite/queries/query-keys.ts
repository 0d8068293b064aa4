import type { SQLInputValue } from 'node:sqlite';
import type { Collections } from '#core/documents/check-collections.ts';
import { typeRank } from '#core/documents/compare-values.ts';
import type { Query, Scalar } from '#core/documents/document-store.ts';
import { createComparePositions, fullOrder, idDirection, type Position } from '#core/documents/match-query.ts';
import type { Database, Row } from '../database/database.ts';
import { elementOf, type FieldSql, jsonPath, toBound, toScalar } from './field-sql.ts';
import { type ChosenSource, chooseSource, type IndexSource } from './index-source.ts';
import { pinnedFields, type Scan, type Span, scansOf } from './query-scans.ts';

/** The source for a query of a declared collection. */
export function sourceFor(collections: Collections, query: Query): ChosenSource {
  const collection = collections.get(query.collection);
  if (!collection) throw new TypeError(`No collection "${query.collection}" is declared`);
  const pinned = pinnedFields(query);
  const contains = query.where?.find(({ op }) => op === 'array-contains')?.field;
  const order = fullOrder(query).filter(({ field }) => !pinned.has(field));
  return chooseSource(collection, { pinned, contains, order, idDirection: idDirection(query) });
}

/**
 * The keys of the documents that a query finds, in order. Reads only the index; for several combinations of `in` values, each
 * is read in order and the results are merged.
 */
export function queryKeys(database: Database, source: ChosenSource, query: Query): number[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = query;
  const combinations = scansOf(query).filter((scans) => scans.length > 0);
  const [only] = combinations;
  if (!only || limit === 0) return [];
  if (combinations.length === 1 && only.length === 1 && only[0]) {
    return readScan(database, source, query, only[0], false, limit, offset).map(([key]) => Number(key));
  }
  const needed = offset + limit;
  const merged = combinations.length > 1;
  const found = combinations.flatMap((scans) => {
    const rows: { key: number; position: Position }[] = [];
    for (const scan of scans) {
      if (rows.length >= needed) break;
      const read = readScan(database, source, query, scan, merged, needed - rows.length, 0);
      rows.push(
        ...read.map((row) => ({ key: Number(row[0]), position: merged ? positionOfRow(query, scan, row) : [] })),
      );
    }
    return rows;
  });
  if (merged) {
    const comparePositions = createComparePositions(query);
    found.sort((a, b) => comparePositions(a.position, b.position));
  }
  return found.slice(offset, needed).map(({ key }) => key);
}

/** The SQL that gives the keys of a scan and, if requested, their sort keys. */
export function keysSql(source: ChosenSource, query: Query, scan: Scan, withPlaces: boolean): BoundSql {
  const columns = [source.key];
  if (withPlaces) {
    for (const { field } of scan.moving) {
      const { rank, value } = source.field(field);
      // As a double: integers beyond the safe ones cannot be read otherwise.
      columns.push(rank, `CASE WHEN ${rank} = 2 THEN ${value} * 1.0 ELSE ${value} END`);
    }
    columns.push(source.id);
  }
  const { sql, values } = fromScan(source, query, scan);
  return { sql: `SELECT ${columns.join(', ')} ${sql} ${orderOfScan(source, query, scan)} LIMIT ? OFFSET ?`, values };
}

function readScan(
  database: Database,
  source: ChosenSource,
  query: Query,
  scan: Scan,
  withPlaces: boolean,
  limit: number,
  offset: number,
): Row[] {
  const { sql, values } = keysSql(source, query, scan, withPlaces);
  return database.all(sql, ...values, Number.isSafeInteger(limit) ? limit : -1, offset);
}

function positionOfRow(query: Query, scan: Scan, row: Row): Position {
  const moved = new Map(scan.moving.map(({ field }, i) => [field, toScalar(row[1 + 2 * i], row[2 + 2 * i])]));
  const values = fullOrder(query).map(({ field }) => scan.pinned.get(field) ?? moved.get(field) ?? null);
  return [...values, String(row.at(-1))];
}

/** SQL with its parameters. */
export interface BoundSql {
  sql: string;
  values: SQLInputValue[];
}

/** The SQL of a scan from FROM on, without its order. */
export function fromScan(source: IndexSource, query: Query, scan: Scan): BoundSql {
  const conditions: string[] = source.condition === undefined ? [] : [source.condition];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...bound: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...bound);
  };
  for (const [field, value] of scan.pinned) {
    const { sql, values: bound } = equals(source.field(field), value);
    add(sql, ...bound);
  }
  const contains = query.where?.find((filter) => filter.op === 'array-contains');
  if (contains) {
    const { sql, values: bound } = equals(source.element ?? elementOf('element'), contains.value);
    const path = jsonPath(contains.field);
    const exists = `json_type(data, ${path}) = 'array' AND EXISTS (SELECT 1 FROM json_each(data, ${path}) AS element WHERE ${sql})`;
    add(source.element ? sql : exists, ...bound);
  }
  for (const { field, span } of scan.moving) addSpan(add, source.field(field), span);
  if (scan.afterId !== undefined) add(`${source.id} ${idDirection(query) === 'asc' ? '>' : '<'} ?`, scan.afterId);
  return { sql: `FROM ${source.from}${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`, values };
}

/**
 * The ORDER BY of a scan. Omits fixed expressions: SQLite does not recognize that an expression equal to a value is constant,
 * and would sort.
 */
function orderOfScan(source: IndexSource, query: Query, scan: Scan): string {
  const columns = scan.moving.flatMap(({ field, direction, span }) => {
    const { rank, value } = source.field(field);
    const byValue = `${value} ${direction}`;
    return span.kind === 'values' ? [byValue] : [`${rank} ${direction}`, byValue];
  });
  return `ORDER BY ${[...columns, `${source.id} ${idDirection(query)}`].join(', ')}`;
}

function equals({ rank, value }: FieldSql, scalar: Scalar): BoundSql {
  return { sql: `${rank} = ? AND ${value} = ?`, values: [typeRank(scalar), toBound(scalar)] };
}

function addSpan(add: (sql: string, ...values: SQLInputValue[]) => void, { rank, value }: FieldSql, span: Span): void {
  if (span.kind === 'types') {
    add(`${rank} >= ?`, span.from);
    if (span.to < typeRank('')) add(`${rank} <= ?`, span.to);
    return;
  }
  add(`${rank} = ?`, span.rank);
  if (span.lower) add(`${value} ${span.lower.inclusive ? '>=' : '>'} ?`, toBound(span.lower.value));
  if (span.upper) add(`${value} ${span.upper.inclusive ? '<=' : '<'} ?`, toBound(span.upper.value));
}
