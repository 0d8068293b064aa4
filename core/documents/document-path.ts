import type { DocumentPath } from './document-store.ts';

/** Maximum bytes of an id. Source: the limit of the cloud document database. */
const MAX_ID_BYTES = 1500;

const COLLECTION_NAME = /^[a-z0-9-]{1,64}$/;

/** A parsed path. */
export interface ParsedPath {
  path: DocumentPath;
  collection: string;
  id: string;
}

/** Whether a collection name is valid: 1 to 64 lower-case letters, digits and hyphens. */
export function isCollectionName(name: string): boolean {
  return COLLECTION_NAME.test(name);
}

/** Parses a path; `undefined` if it is malformed. */
export function parsePath(path: string): ParsedPath | undefined {
  if (typeof path !== 'string') return undefined;
  const slash = path.indexOf('/');
  if (slash < 0) return undefined;
  const collection = path.slice(0, slash);
  const id = path.slice(slash + 1);
  if (!isCollectionName(collection) || !isId(id)) return undefined;
  return isAtMostBytes(id, MAX_ID_BYTES) ? { path: path as DocumentPath, collection, id } : undefined;
}

function isId(id: string): boolean {
  return (
    id !== '' &&
    id !== '.' &&
    id !== '..' &&
    !id.includes('/') &&
    id.isWellFormed() &&
    !hasControls(id) &&
    !isReservedName(id)
  );
}

/** Whether a name has control characters, which not every engine takes in names. */
export function hasControls(name: string): boolean {
  return /\p{Cc}/u.test(name);
}

/** Whether a name is like `__x__`, which the cloud document database keeps for itself. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__') && name.length >= 4;
}

/** The path of a document. Not validated. */
export function documentPath(collection: string, id: string): DocumentPath {
  return `${collection}/${id}`;
}

/** The id of a document. */
export function idOf({ path }: { path: DocumentPath }): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Whether a text has at most this many bytes in UTF-8; encodes it only if its length does not decide. */
export function isAtMostBytes(text: string, bytes: number): boolean {
  if (text.length > bytes) return false;
  return text.length * 3 <= bytes || new TextEncoder().encode(text).length <= bytes;
}
