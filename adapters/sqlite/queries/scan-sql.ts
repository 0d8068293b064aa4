import type { SQLInputValue } from 'node:sqlite';
import { typeRank } from '#core/documents/compare-values.ts';
import type { Query, Scalar } from '#core/documents/document-store.ts';
import { idDirection } from '#core/documents/query-order.ts';
import type { Span } from './field-span.ts';
import { elementOf, type FieldSql, jsonPath, toBound } from './field-sql.ts';
import type { IndexSource } from './index-source.ts';
import type { Scan } from './query-scans.ts';

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
export function orderOfScan(source: IndexSource, query: Query, scan: Scan): string {
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
