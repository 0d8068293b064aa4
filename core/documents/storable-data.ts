import { type DocumentData, type JsonValue, MAX_DATA_DEPTH } from './document-store.ts';
import { InvalidWrite } from './errors.ts';

/**
 * A storable copy of a value, without `undefined` members.
 * @param where names the value in errors, such as `items/a: title`.
 * @throws {InvalidWrite} for anything that JSON would lose or change.
 */
export function toStorable(where: string, value: unknown, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed())
        throw new InvalidWrite(`${where} is not well-formed Unicode (half of a surrogate pair)`);
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new InvalidWrite(`${where} is ${value}, not a finite number`);
      return value === 0 ? 0 : value;
    case 'boolean':
      return value;
    case 'object':
      break;
    default:
      throw new InvalidWrite(`${where} is ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
  }
  if (value === null) return null;
  if (depth >= MAX_DATA_DEPTH) throw new InvalidWrite(`${where} is nested deeper than ${MAX_DATA_DEPTH} levels`);
  if (Array.isArray(value)) {
    // Not `map`, which skips the holes of a sparse array.
    return Array.from(value, (element, i) => toStorable(`${where}[${i}]`, element, depth + 1));
  }
  return toStorableObject(where, value, depth);
}

/** Like `toStorable`, for objects. */
export function toStorableObject(where: string, value: unknown, depth = 0): DocumentData {
  if (!isPlainObject(value)) throw new InvalidWrite(`${where} is not a plain object`);
  const copy: DocumentData = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (!isMemberName(name)) throw new InvalidWrite(`${where} has a member with a bad name`);
    copy[name] = toStorable(`${where}.${name}`, member, depth + 1);
  }
  return copy;
}

/** Whether a member name is allowed. Setting `__proto__` would change the prototype. */
export function isMemberName(name: string): boolean {
  return name !== '__proto__' && name.isWellFormed();
}

/** Also accepts objects of another realm, which have a different `Object.prototype`. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
