import { typeRank } from '#core/documents/compare-values.ts';
import type { Scalar } from '#core/documents/document-store.ts';

/**
 * A field in SQL, as two expressions that sort as Meki's values do: the rank of its type (as `typeRank`; NULL where no
 * scalar is) and its value within the type (0 for null).
 */
export interface FieldSql {
  rank: string;
  value: string;
}

/** A field of a table's `data` column. The path has been checked, so it holds no quote. */
export function fieldOf(path: string, data = 'data'): FieldSql {
  const json = jsonPath(path);
  return { rank: rankOf(`json_type(${data}, ${json})`), value: `coalesce(${data} ->> ${json}, 0)` };
}

/** An element of an array, as `json_each` gives it under an alias. */
export function elementOf(alias: string): FieldSql {
  return { rank: rankOf(`${alias}.type`), value: `coalesce(${alias}.atom, 0)` };
}

/** A dotted path as a SQL literal in SQLite's own notation. */
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

/** The value as it is bound to compare with `FieldSql.value`. */
export function toBound(value: Scalar): string | number | bigint {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value ? 1 : 0;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  // JSON has the shortest digits that mean this number, which SQLite reads as an exact integer while it fits 64 bits.
  const digits = value.toString();
  const exact = /^-?\d+$/.test(digits) ? BigInt(digits) : undefined;
  return exact !== undefined && BigInt.asIntN(64, exact) === exact ? exact : value;
}

/** The scalar that a rank and a value stand for. The value must not be an integer beyond the safe ones. */
export function toScalar(rank: unknown, value: unknown): Scalar {
  if (rank === 0) return null;
  return rank === 1 ? value === 1 : (value as Scalar);
}

/** A name as a SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
