import { type OpaqueMembers, opaqueBelow } from './collection.ts';
import { hasControls, isReservedName } from './document-path.ts';
import { type DocumentData, type JsonValue, MAX_DATA_DEPTH, MAX_OPAQUE_DEPTH } from './document-store.ts';
import { InvalidWrite } from './errors.ts';

/** Where a value is in its document. */
interface Place {
  /** Nesting of the value in its document; below an opaque member, in that. */
  depth: number;
  opaque?: OpaqueMembers | 'opaque' | undefined;
  isInArray?: boolean;
}

/**
 * A storable copy of a value, without `undefined` members.
 * @param where names the value in errors, such as `items/a: title`.
 * @throws {InvalidWrite} for anything that JSON would lose or change, or that not every engine can store.
 */
export function toStorable(where: string, value: unknown, place: Place = { depth: 0 }): JsonValue {
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
  if (!Array.isArray(value)) return toStorableObject(where, value, place);
  requireShallow(where, place);
  const { depth, opaque, isInArray } = place;
  if (isInArray && opaque !== 'opaque') throw new InvalidWrite(`${where} is an array directly in an array`);
  const inner: Place = { depth: depth + 1, opaque: opaque === 'opaque' ? opaque : undefined, isInArray: true };
  // Not `map`, which skips the holes of a sparse array.
  return Array.from(value, (element, i) => toStorable(`${where}[${i}]`, element, inner));
}

/** Like `toStorable`, for objects. */
export function toStorableObject(where: string, value: unknown, place: Place = { depth: 0 }): DocumentData {
  if (!isPlainObject(value)) throw new InvalidWrite(`${where} is not a plain object`);
  requireShallow(where, place);
  const copy: DocumentData = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isOpaque = place.opaque === 'opaque';
    if (!isMemberName(name) || (!isOpaque && !isPlainName(name))) {
      throw new InvalidWrite(`${where} has a member with the name ${JSON.stringify(name)}, which cannot be stored`);
    }
    const opaque = opaqueBelow(place.opaque, name);
    const depth = opaque === 'opaque' && !isOpaque ? 0 : place.depth + 1;
    copy[name] = toStorable(`${where}.${name}`, member, { depth, opaque });
  }
  return copy;
}

function requireShallow(where: string, { depth, opaque }: Place): void {
  const most = opaque === 'opaque' ? MAX_OPAQUE_DEPTH : MAX_DATA_DEPTH;
  if (depth >= most) throw new InvalidWrite(`${where} is nested deeper than ${most} levels`);
}

/** Whether a member name is allowed anywhere. Setting `__proto__` would change the prototype. */
export function isMemberName(name: string): boolean {
  return name !== '__proto__' && name.isWellFormed();
}

/** Whether a member name is allowed outside of opaque members. */
function isPlainName(name: string): boolean {
  return name !== '' && !hasControls(name) && !isReservedName(name);
}

/** Also accepts objects of another realm, which have a different `Object.prototype`. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
