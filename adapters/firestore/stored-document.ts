import type { CheckedCollection } from '#core/documents/check-collections.ts';
import { type OpaqueMembers, opaqueBelow } from '#core/documents/collection.ts';
import { documentPath } from '#core/documents/document-path.ts';
import type { Document, DocumentData, DocumentPath, JsonValue, Scalar } from '#core/documents/document-store.ts';
import type { RpcDocument, RpcFields, RpcTime, RpcValue } from './firestore-rpc.ts';

/**
 * The members of a stored document: the contents, when it was created and updated (milliseconds since 1970), and a nonce, without
 * which a write of equal contents would keep the version.
 */
export const MEMBER = { data: 'd', createdAt: 'c', updatedAt: 'u', nonce: 'n' } as const;

/** A version: the time of the write in microseconds since 1970. */
export function versionOf({ seconds, nanos }: RpcTime): number {
  return Number(seconds ?? 0) * 1_000_000 + Math.floor((nanos ?? 0) / 1_000);
}

export function timeOfVersion(version: number): RpcTime {
  const micros = version % 1_000_000;
  return { seconds: (version - micros) / 1_000_000, nanos: micros * 1_000 };
}

/** @param name `projects/…/documents/{collection}/{id}` */
export function pathOfName(name: string): DocumentPath {
  const [, , , , , collection = '', ...id] = name.split('/');
  return documentPath(collection, id.join('/'));
}

export function toDocument(stored: RpcDocument, { opaqueMembers }: CheckedCollection): Document {
  const fields = stored.fields ?? {};
  return {
    path: pathOfName(stored.name),
    data: fromFields(fields[MEMBER.data]?.mapValue?.fields, opaqueMembers),
    version: versionOf(stored.updateTime ?? {}),
    createdAt: timeAt(fields, MEMBER.createdAt),
    updatedAt: timeAt(fields, MEMBER.updatedAt),
  };
}

function timeAt(fields: RpcFields, name: string): number {
  const value = fields[name];
  return value ? Number(fromValue(value)) : 0;
}

/** The service's path of a member of the contents. */
export function fieldName(field: string): string {
  return [MEMBER.data, ...field.split('.')].map(quoted).join('.');
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
}

type Opaque = OpaqueMembers | 'opaque' | undefined;

/** The service's value of a member. Numbers are doubles, opaque members their JSON. */
export function toValue(value: JsonValue, opaque?: Opaque): RpcValue {
  if (opaque === 'opaque') return { stringValue: JSON.stringify(value) };
  if (value === null || typeof value !== 'object') return scalarValue(value);
  if (Array.isArray(value)) return { arrayValue: { values: value.map((element) => toValue(element)) } };
  return { mapValue: { fields: toFields(value, opaque) } };
}

/** The service's value of a scalar. */
export function scalarValue(value: Scalar): RpcValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { doubleValue: value };
  return { stringValue: value };
}

export function toFields(data: DocumentData, opaque?: Opaque): RpcFields {
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [name, toValue(member, opaqueBelow(opaque, name))]),
  );
}

/** The member that a value stands for. @throws {TypeError} for a type that the adapter never writes */
export function fromValue(value: RpcValue, opaque?: Opaque): JsonValue {
  if (typeof value.stringValue === 'string') {
    return opaque === 'opaque' ? (JSON.parse(value.stringValue) as JsonValue) : value.stringValue;
  }
  if (typeof value.doubleValue === 'number') return value.doubleValue;
  if (value.integerValue !== undefined && value.integerValue !== null) return Number(value.integerValue);
  if (typeof value.booleanValue === 'boolean') return value.booleanValue;
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((element) => fromValue(element));
  if (value.mapValue) return fromFields(value.mapValue.fields, opaque);
  if (value.nullValue !== undefined) return null;
  throw new TypeError(`A stored value has the type ${Object.keys(value).join(' or ')}, which Meki never writes`);
}

function fromFields(fields: RpcFields | null | undefined, opaque?: Opaque): DocumentData {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [name, fromValue(value, opaqueBelow(opaque, name))]),
  );
}
