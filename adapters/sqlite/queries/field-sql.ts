import { typeRank } from '#core/documents/compare-values.ts';
import type { Scalar } from '#core/documents/document-store.ts';

/**
 * A field as two SQL expressions that sort like Meki's values: the rank of its type (as `typeRank`; NULL if it is not a scalar)
 * and its value within the type (0 for null).
 */
export interface FieldSql {
  rank: string;
  value: string;
}

/** A field in a `data` column. The path has been validated, so it contains no quote. */
export function fieldOf(path: string, data = 'data'): FieldSql {
  const json = jsonPath(path);
  return { rank: rankOf(`json_type(${data}, ${json})`), value: `coalesce(${data} ->> ${json}, 0)` };
}

/** An array element from `json_each` with an alias. */
export function elementOf(alias: string): FieldSql {
  return { rank: rankOf(`${alias}.type`), value: `coalesce(${alias}.atom, 0)` };
}

/** A dotted path as a SQL literal in SQLite's JSON path syntax. */
export function jsonPath(path: string): string {
  return `'$${path
    .split('.')
    .map((name) => `."${name}"`)
    .join('')}'`;
}

function rankOf(type: string): string {
  const ranks = Object.entries({ null: null, false: false, true: true, integer: 0, real: 0, text: '' });
  const cases = ranks.map(([name, example]) => `WHEN '${name}' THEN ${typeRank(example)}`);
  return `CASE ${type} ${cases.join(' ')} END`;
}

/** Converts a value to a parameter that compares with `FieldSql.value`. */
export function toBound(value: Scalar): string | number | bigint {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value ? 1 : 0;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  // The shortest digits of this number in JSON, which SQLite reads as an exact integer if it fits into 64 bits.
  const digits = value.toString();
  const exact = /^-?\d+$/.test(digits) ? BigInt(digits) : undefined;
  return exact !== undefined && BigInt.asIntN(64, exact) === exact ? exact : value;
}

/** Converts a rank and a value to a scalar. The value must not exceed the safe integers. */
export function toScalar(rank: unknown, value: unknown): Scalar {
  if (rank === 0) return null;
  return rank === 1 ? value === 1 : (value as Scalar);
}

/** Quotes a name as a SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
