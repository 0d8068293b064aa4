import type { DocumentData, JsonValue, Scalar } from '#core/documents/document-store.ts';
import { type OpaqueMembers, opaqueBelow } from '#core/documents/opaque-members.ts';
import type { RpcFields, RpcValue } from './firestore-rpc.ts';

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

export function fromFields(fields: RpcFields | null | undefined, opaque?: Opaque): DocumentData {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [name, fromValue(value, opaqueBelow(opaque, name))]),
  );
}
