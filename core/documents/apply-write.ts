import type { Collections } from './check-collections.ts';
import type { CheckedWrite } from './check-writes.ts';
import { equalValues } from './compare-values.ts';
import { isDocumentAtMost } from './document-bytes.ts';
import { type DocumentData, type JsonValue, MAX_DOCUMENT_BYTES, type Transform } from './document-store.ts';
import { InvalidWrite, PreconditionFailed } from './errors.ts';
import { getField, setField } from './field-path.ts';
import { toStorableObject } from './storable-data.ts';
import { describeIssues } from './typed-documents.ts';

/** A write that may change its document. */
type ChangingWrite = Exclude<CheckedWrite, { kind: 'verify' }>;

/** The stored document of a write; its data is read only if needed. */
export interface HeldDocument {
  version: number;
  data(): DocumentData;
}

/** What a write stores. */
export interface AppliedWrite {
  data: DocumentData;
  /** The same as JSON. */
  json: string;
}

/**
 * The document after a write, or `undefined` if there is none.
 * @param at the time of the commit, in milliseconds since 1970.
 * @throws {PreconditionFailed} @throws {InvalidWrite}
 */
export function applyWrite(
  collections: Collections,
  write: ChangingWrite,
  held: HeldDocument | undefined,
  at: number,
): AppliedWrite | undefined {
  checkPrecondition(write, held);
  if (write.kind === 'delete') return undefined;
  const opaque = collections.get(write.collection)?.opaqueMembers ?? new Map();
  let data: DocumentData;
  if (write.kind === 'set') {
    data = write.data;
  } else {
    if (!held) throw new PreconditionFailed(write.path, 'there is no such document to update');
    data = write.fields.reduce((result, [field, value]) => setField(result, field, value), held.data());
  }
  data = applyTransforms(data, write.transforms, at);
  // The result of dotted paths and transforms can be deeper and larger than the parts that were checked.
  if (write.kind === 'update' || write.transforms.length > 0)
    data = toStorableObject(write.path, data, { depth: 0, opaque });
  checkSchema(collections, write, data);
  const json = JSON.stringify(data);
  if (!isDocumentAtMost(MAX_DOCUMENT_BYTES, { path: write.path, data, json }, opaque)) {
    throw new InvalidWrite(`${write.path} takes more than ${MAX_DOCUMENT_BYTES} bytes`);
  }
  return { data, json };
}

/**
 * Checks the precondition of a write.
 * @param held the stored document
 * @throws {PreconditionFailed}
 */
export function checkPrecondition(
  { path, precondition }: Pick<CheckedWrite, 'path' | 'precondition'>,
  held: Pick<HeldDocument, 'version'> | undefined,
): void {
  if (precondition.exists === true && !held) throw new PreconditionFailed(path, 'the document does not exist');
  if (precondition.exists === false && held) throw new PreconditionFailed(path, 'the document exists already');
  if (precondition.version !== undefined && precondition.version !== held?.version) {
    const found = held ? `is at version ${held.version}` : 'does not exist';
    throw new PreconditionFailed(path, `the document ${found}, not at version ${precondition.version}`);
  }
}

function checkSchema(collections: Collections, write: ChangingWrite, data: DocumentData): void {
  const result = collections.get(write.collection)?.schema.safeParse(data);
  if (result?.success) return;
  const reason = result ? describeIssues(result.error) : '';
  throw new InvalidWrite(`${write.path} does not fit its collection: ${reason}`, { cause: result?.error });
}

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
