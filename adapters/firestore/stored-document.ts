import type { CheckedCollection } from '#core/documents/check-collections.ts';
import { documentPath } from '#core/documents/document-path.ts';
import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import type { RpcDocument, RpcFields, RpcTime } from './firestore-rpc.ts';
import { fromFields, fromValue } from './values.ts';

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
