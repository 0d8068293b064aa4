import type { DocumentData, JsonValue } from './document-store.ts';

/** Maximum length of a field path, in characters. */
const MAX_FIELD_PATH = 500;

/** Starts with a letter, so that no path can name `__proto__`. */
const FIELD_PATH = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/;

/** Whether a text is a valid dotted path of member names: `title`, `languages.es-MX.slug`, `views.2025`. */
export function isFieldPath(path: string): boolean {
  return typeof path === 'string' && path.length <= MAX_FIELD_PATH && FIELD_PATH.test(path);
}

/** The value at a dotted path, or `undefined`. Paths lead through objects, not through arrays. */
export function getField(data: DocumentData, path: string): JsonValue | undefined {
  if (!path.includes('.')) return ownMember(data, path);
  let value: JsonValue | undefined = data;
  for (const name of path.split('.')) {
    if (!isObject(value)) return undefined;
    value = ownMember(value, name);
  }
  return value;
}

/**
 * A copy of the data with the value set at the dotted path; `undefined` deletes the member. A value on the path that is not an
 * object is replaced by one. Copies only the objects on the path.
 */
export function setField(data: DocumentData, path: string, value: JsonValue | undefined): DocumentData {
  return setAt(data, path.split('.'), value);
}

function setAt(data: DocumentData, names: string[], value: JsonValue | undefined): DocumentData {
  const [name, ...rest] = names as [string, ...string[]];
  if (rest.length > 0) {
    const inner = ownMember(data, name);
    if (!isObject(inner) && value === undefined) return data;
    return { ...data, [name]: setAt(isObject(inner) ? inner : {}, rest, value) };
  }
  if (value !== undefined) return { ...data, [name]: value };
  const { [name]: _, ...others } = data;
  return others;
}

function ownMember(data: DocumentData, name: string): JsonValue | undefined {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

function isObject(value: JsonValue | undefined): value is DocumentData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
