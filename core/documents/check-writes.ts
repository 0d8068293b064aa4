import type { Collections } from './check-collections.ts';
import { isInOpaque, type OpaqueMembers, opaqueBelow } from './collection.ts';
import { type ParsedPath, parsePath } from './document-path.ts';
import {
  type DocumentData,
  type DocumentTimes,
  type JsonValue,
  MAX_WRITES_PER_COMMIT,
  type Precondition,
  type Transform,
  type Write,
} from './document-store.ts';
import { InvalidWrite } from './errors.ts';
import { isFieldPath } from './field-path.ts';
import { toStorable, toStorableObject } from './storable-data.ts';

/** A validated write, with storable data. */
export type CheckedWrite = ParsedPath & { precondition: Precondition } & (
    | { kind: 'set'; data: DocumentData; transforms: Transform[]; times?: DocumentTimes }
    | { kind: 'update'; fields: [path: string, value: JsonValue | undefined][]; transforms: Transform[] }
    | { kind: 'delete' }
    | { kind: 'verify' }
  );

/**
 * Validates a commit, except for what depends on the stored documents.
 * @throws {InvalidWrite}
 */
export function checkWrites(collections: Collections, writes: readonly Write[]): CheckedWrite[] {
  const count = writes.filter(({ kind }) => kind !== 'verify').length;
  if (count > MAX_WRITES_PER_COMMIT) {
    throw new InvalidWrite(`A commit holds at most ${MAX_WRITES_PER_COMMIT} writes, not ${count}`);
  }
  const seen = new Set<string>();
  return writes.map((write) => {
    const parsed = parsePath(write.path);
    if (!parsed) throw new InvalidWrite(`"${write.path}" is not a document's path`);
    const opaque = collections.get(parsed.collection)?.opaqueMembers;
    if (!opaque) throw new InvalidWrite(`${write.path}: no such collection is declared`);
    if (seen.has(write.path)) throw new InvalidWrite(`${write.path} stands in the commit twice`);
    seen.add(write.path);
    const common = { ...parsed, precondition: write.precondition ?? {} };
    switch (write.kind) {
      case 'set':
        return {
          ...common,
          kind: write.kind,
          data: toStorableObject(write.path, write.data, { depth: 0, opaque }),
          transforms: checkTransforms(write.path, write.transforms, opaque),
          ...(write.times && { times: checkTimes(write.path, write.times) }),
        };
      case 'update':
        return {
          ...common,
          kind: write.kind,
          fields: checkFields(write.path, write.fields, opaque),
          transforms: checkTransforms(write.path, write.transforms, opaque),
        };
      case 'delete':
      case 'verify':
        return { ...common, kind: write.kind };
      default:
        throw new InvalidWrite(`${(write as Write).path}: unknown kind of write`);
    }
  });
}

/** The versions that a commit answers with, for a store that counts its commits. */
export function writtenVersions(writes: readonly CheckedWrite[], version: number): (number | undefined)[] {
  return writes.map(({ kind }) => (kind === 'set' || kind === 'update' ? version : undefined));
}

function checkTimes(path: string, { createdAt, updatedAt }: DocumentTimes): DocumentTimes {
  if ([createdAt, updatedAt].every((time) => Number.isSafeInteger(time) && time >= 0)) return { createdAt, updatedAt };
  throw new InvalidWrite(`${path}: times are whole milliseconds since 1970`);
}

function checkFields(
  path: string,
  fields: { [dottedPath: string]: unknown },
  opaque: OpaqueMembers,
): [string, JsonValue | undefined][] {
  const names = Object.keys(fields);
  const known = new Set(names);
  for (const name of names) {
    checkFieldPath(path, name, opaque);
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (known.has(name.slice(0, dot))) throw new InvalidWrite(`${path}: "${name}" lies within another named member`);
    }
  }
  return names.map((name) => {
    const value = fields[name];
    return [name, value === undefined ? undefined : toStorable(`${path}: ${name}`, value, placeOf(name, opaque))];
  });
}

/** The place of a member that an update sets. */
function placeOf(name: string, opaque: OpaqueMembers) {
  const names = name.split('.');
  let below: ReturnType<typeof opaqueBelow> = opaque;
  for (const each of names) below = opaqueBelow(below, each);
  return { depth: names.length, opaque: below };
}

function checkTransforms(
  path: string,
  transforms: readonly Transform[] = [],
  opaque: OpaqueMembers = new Map(),
): Transform[] {
  return transforms.map((transform) => {
    checkFieldPath(path, transform.field, opaque);
    const where = `${path}: ${transform.field}`;
    switch (transform.kind) {
      case 'increment':
        return { ...transform, by: checkNumber(where, transform.by) };
      case 'maximum':
      case 'minimum':
        return { ...transform, value: checkNumber(where, transform.value) };
      case 'array-union':
      case 'array-remove':
        return {
          ...transform,
          values: transform.values.map((value) => toStorable(where, value, { depth: 1, isInArray: true })),
        };
      case 'server-time':
        return transform;
      default:
        throw new InvalidWrite(`${where}: unknown kind of transform`);
    }
  });
}

function checkFieldPath(path: string, field: string, opaque: OpaqueMembers): void {
  if (!isFieldPath(field)) throw new InvalidWrite(`${path}: "${field}" is not a dotted path of member names`);
  if (isInOpaque(opaque, field)) throw new InvalidWrite(`${path}: "${field}" is opaque, and written with its document`);
}

function checkNumber(where: string, value: number): number {
  const number = toStorable(where, value);
  if (typeof number !== 'number') throw new InvalidWrite(`${where} takes a number`);
  return number;
}
