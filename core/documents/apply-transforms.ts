import { equalValues } from './compare-values.ts';
import type { DocumentData, JsonValue, Transform } from './document-store.ts';
import { InvalidWrite } from './errors.ts';
import { getField, setField } from './field-path.ts';

/**
 * The data after the transforms, applied in order.
 * @param at the time of the commit, in milliseconds since 1970.
 * @throws {InvalidWrite} if an increment is not a finite number.
 */
export function applyTransforms(data: DocumentData, transforms: readonly Transform[], at: number): DocumentData {
  let result = data;
  for (const transform of transforms) {
    result = setField(result, transform.field, transformed(getField(result, transform.field), transform, at));
  }
  return result;
}

function transformed(current: JsonValue | undefined, transform: Transform, at: number): JsonValue {
  switch (transform.kind) {
    case 'increment': {
      const sum = typeof current === 'number' ? current + transform.by : transform.by;
      if (!Number.isFinite(sum)) throw new InvalidWrite(`${transform.field}: the increment leaves the finite numbers`);
      return sum;
    }
    case 'maximum':
      return typeof current === 'number' ? Math.max(current, transform.value) : transform.value;
    case 'minimum':
      return typeof current === 'number' ? Math.min(current, transform.value) : transform.value;
    case 'array-union': {
      const values = Array.isArray(current) ? [...current] : [];
      for (const value of transform.values) {
        if (!values.some((held) => equalValues(held, value))) values.push(value);
      }
      return values;
    }
    case 'array-remove': {
      const values = Array.isArray(current) ? current : [];
      return values.filter((held) => !transform.values.some((value) => equalValues(held, value)));
    }
    case 'server-time':
      return at;
  }
}
