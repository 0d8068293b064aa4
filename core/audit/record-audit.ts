import type { DocumentData, DocumentStore, Write } from '../documents/document-store.ts';
import type { AuditEntry, Named } from './audit-entry.ts';
import type { StoredAuditEntry } from './audit-log-collection.ts';

/** A write that records an entry in the same commit as the change it describes, so that both happen or neither. */
export function auditWrite(entry: AuditEntry): Write {
  const people = new Set(namedIn(entry).map(({ id }) => id));
  const stored: StoredAuditEntry = { ...entry, people: [...people] };
  return {
    kind: 'set',
    path: `audit-log/${crypto.randomUUID()}`,
    data: stored as unknown as DocumentData,
    precondition: { exists: false },
  };
}

/** The people and programs named in an entry. */
export function namedIn({ actor, object }: AuditEntry): ({ kind: 'person' | 'program' } & Named)[] {
  return [
    ...('id' in actor ? [actor] : []),
    ...(object && object.kind !== 'item' ? [{ ...object, kind: object.kind }] : []),
  ];
}

/** Records an entry in a commit of its own. @throws whatever the store throws. */
export async function recordAudit(store: DocumentStore, entry: AuditEntry): Promise<void> {
  await store.commit([auditWrite(entry)]);
}
