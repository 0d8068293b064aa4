import { type OpaqueMembers, opaqueBelow } from './collection.ts';
import { type DocumentData, type DocumentPath, type JsonValue, MAX_COMMIT_BYTES } from './document-store.ts';
import { InvalidWrite } from './errors.ts';

/** Bytes for the document itself, its path, and what an adapter stores with it: times, and a nonce. */
const DOCUMENT_BYTES = 32 + 16 + 128;
const OBJECT_BYTES = 32;
const NUMBER_BYTES = 8;

/** Maximum ratio of a document's bytes to the length of its JSON: that of `{},`. */
const MAX_RATIO = 11;

/**
 * The size of a document as the cloud document database counts it: a text takes its bytes in UTF-8 and one more, a number 8, an
 * object 32 and its members with their names. An opaque member counts as its JSON.
 */
export function documentBytes(path: DocumentPath, data: DocumentData, opaque: OpaqueMembers): number {
  return DOCUMENT_BYTES + utf8Bytes(path) + 2 + valueBytes(data, opaque, jsonBytes);
}

/** Whether a document takes at most so many bytes. Counts only if the length of its JSON does not decide. */
export function isDocumentAtMost(
  most: number,
  { path, data, json }: { path: DocumentPath; data: DocumentData; json: string },
  opaque: OpaqueMembers,
): boolean {
  const own = DOCUMENT_BYTES + 3 * path.length;
  if (own + json.length * MAX_RATIO <= most) return true;
  // The opaque members are together not longer than the whole, and are most of it where a document is long.
  if (own + utf8Bytes(json) + valueBytes(data, opaque, () => 0) <= most) return true;
  return documentBytes(path, data, opaque) <= most;
}

/** The bytes that are left to a commit. */
export interface CommitRoom {
  /** @throws {InvalidWrite} if the documents of the commit take more than `MAX_COMMIT_BYTES` */
  take(json: string): void;
}

export function createCommitRoom(): CommitRoom {
  let bytes = 0;
  let uncounted: string[] = [];
  let most = 0;
  return {
    take(json) {
      uncounted.push(json);
      most += json.length * 3;
      if (bytes + most <= MAX_COMMIT_BYTES) return;
      for (const each of uncounted) bytes += utf8Bytes(each);
      uncounted = [];
      most = 0;
      if (bytes <= MAX_COMMIT_BYTES) return;
      throw new InvalidWrite(`The documents of a commit take more than ${MAX_COMMIT_BYTES} bytes`);
    },
  };
}

function valueBytes(
  value: JsonValue,
  opaque: OpaqueMembers | 'opaque' | undefined,
  opaqueBytes: (value: JsonValue) => number,
): number {
  if (opaque === 'opaque') return opaqueBytes(value) + 1;
  if (typeof value === 'string') return utf8Bytes(value) + 1;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, element) => sum + valueBytes(element, undefined, opaqueBytes), 0);
  }
  let sum = OBJECT_BYTES;
  for (const [name, member] of Object.entries(value)) {
    sum += utf8Bytes(name) + 1 + valueBytes(member, opaqueBelow(opaque, name), opaqueBytes);
  }
  return sum;
}

/** The bytes of a value as JSON. */
export function jsonBytes(value: JsonValue): number {
  return utf8Bytes(JSON.stringify(value));
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
