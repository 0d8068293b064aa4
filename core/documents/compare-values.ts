import type { JsonValue, Scalar } from './document-store.ts';

/** The rank of a value's type in the sort order; `undefined` for arrays, objects and missing values. */
export function typeRank(value: Scalar): number;
export function typeRank(value: unknown): number | undefined;
export function typeRank(value: unknown): number | undefined {
  if (value === null) return 0;
  switch (typeof value) {
    case 'boolean':
      return 1;
    case 'number':
      return 2;
    case 'string':
      return 3;
    default:
      return undefined;
  }
}

/** Whether a value can be compared: not an array, an object or missing. */
export function isScalar(value: unknown): value is Scalar {
  return typeRank(value) !== undefined;
}

/** Negative, zero or positive; by type first. Texts compare by their UTF-8 bytes. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const byType = typeRank(a) - typeRank(b);
  if (byType !== 0 || a === null || b === null) return byType;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compares two texts by their UTF-8 bytes, which is the order of their code points. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return inCodePointOrder(left) - inCodePointOrder(right);
  }
  return a.length - b.length;
}

/** Maps surrogates, which encode the highest code points, above all other code units. */
function inCodePointOrder(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Deep equality; the order of object members does not matter. */
export function equalValues(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((value, i) => equalValues(value, b[i] as JsonValue));
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && equalValues(a[name] as JsonValue, b[name] as JsonValue));
}

/** Deep equality of JSON values. An `undefined` member equals a missing one. */
export function sameContents(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => sameContents(entry, b[index]));
  }
  const left = a as { [name: string]: unknown };
  const right = b as { [name: string]: unknown };
  for (const name in left) if (!sameContents(left[name], right[name])) return false;
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
  return true;
}
