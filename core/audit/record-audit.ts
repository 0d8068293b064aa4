import type { Actor } from '../access/actor.ts';
import type { DocumentStore, Write } from '../documents/document-store.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { type AuditActor, type AuditEntry, auditLog, type Named } from './audit-log-collection.ts';

/** A write that records an entry in the same commit as the change it describes, so that both happen or neither. */
export function auditWrite(entry: AuditEntry): Write {
  const people = new Set(namedIn(entry).map(({ id }) => id));
  return setDocument(auditLog.at(crypto.randomUUID()), { ...entry, people: [...people] }, { exists: false });
}

/** The people and programs named in an entry. */
export function namedIn({ actor, object }: AuditEntry): ({ kind: 'person' | 'program' } & Named)[] {
  return [
    ...('id' in actor ? [actor] : []),
    ...(object && object.kind !== 'item' && object.kind !== 'media' ? [{ ...object, kind: object.kind }] : []),
  ];
}

/** Records an entry in a commit of its own. @throws whatever the store throws. */
export async function recordAudit(store: DocumentStore, entry: AuditEntry): Promise<void> {
  await store.commit([auditWrite(entry)]);
}

/** The actor as named in the audit log. */
export function onRecord(actor: Actor): AuditActor {
  return actor.kind === 'anonymous'
    ? { kind: 'anonymous' }
    : { kind: actor.kind, id: actor.id, name: actor.name.slice(0, 300) };
}

/** The actor as named in items. @throws Error for an anonymous actor, whom the policy table allows nothing. */
export function personOf(actor: Actor): { id: string; name: string } {
  if (actor.kind === 'anonymous') throw new Error('Nobody is signed in');
  return { id: actor.id, name: actor.name };
}
