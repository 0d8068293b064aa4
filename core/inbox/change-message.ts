import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { may } from '../access/policy.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditEntry, Named } from '../audit/audit-log-collection.ts';
import { auditWrite } from '../audit/record-audit.ts';
import type { DocumentStore, Write } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import type { FindActor } from '../tokens/find-actor.ts';
import { isMessageId } from './list-messages.ts';
import { type InboxMessage, MAX_NOTE_LENGTH, messages } from './messages-collection.ts';

export interface MessageDependencies {
  store: DocumentStore;
  findActor: FindActor;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

/** `not-found`: somebody deleted it, or it expired. */
export type ChangeMessageOutcome =
  | { ok: true; message: InboxMessage }
  | { ok: false; reason: 'not-found' | 'not-assignable' | 'long-note' }
  /** Somebody else has changed the note since. */
  | { ok: false; reason: 'note-changed'; note: string };

/** @throws {Forbidden} */
export function markMessage(deps: MessageDependencies, actor: Actor, id: string, unread: boolean) {
  return change(deps, actor, id, (message) => ({ ...message, unread }));
}

/** Moves a message to the spam, or back. @throws {Forbidden} */
export function moveMessage(deps: MessageDependencies, actor: Actor, id: string, folder: InboxMessage['folder']) {
  return change(deps, actor, id, (message) => ({ ...message, folder }));
}

/** Replaces the note. @param seen the note that the actor has seen @throws {Forbidden} */
export async function noteOnMessage(
  deps: MessageDependencies,
  actor: Actor,
  id: string,
  { note, seen }: { note: string; seen: string },
): Promise<ChangeMessageOutcome> {
  requireMay(actor, 'inbox.manage');
  if (note.length > MAX_NOTE_LENGTH) return { ok: false, reason: 'long-note' };
  let other: string | undefined;
  const outcome = await change(deps, actor, id, (message) => {
    other = message.note === seen || message.note === note ? undefined : message.note;
    return other === undefined ? { ...message, note } : message;
  });
  return outcome.ok && other !== undefined ? { ok: false, reason: 'note-changed', note: other } : outcome;
}

/** Assigns a message to a person who may handle the inbox, or to nobody. @throws {Forbidden} */
export async function assignMessage(
  deps: MessageDependencies,
  actor: Actor,
  id: string,
  personId: string | undefined,
): Promise<ChangeMessageOutcome> {
  requireMay(actor, 'inbox.manage');
  const assigned = await assignment(deps, personId);
  if (!assigned) return { ok: false, reason: 'not-assignable' };
  return change(deps, actor, id, assigned.make, assigned.tell);
}

/** Deletes a message permanently; `false` if there is none any more. @throws {Forbidden} */
export async function deleteMessage(
  { store, now = Date.now }: MessageDependencies,
  actor: Actor,
  id: string,
): Promise<boolean> {
  requireMay(actor, 'inbox.manage');
  if (!isMessageId(id)) return false;
  return retryOnConflict(async () => {
    const ref = messages.at(id);
    const stored = await getDocument(store, ref);
    if (!stored) return false;
    await store.commit([
      { kind: 'delete', path: ref.path, precondition: { version: stored.version } },
      entryOf(actor, now(), { action: 'message.deleted' }),
    ]);
    return true;
  });
}

type Told = { action: AuditAction } & Pick<AuditEntry, 'object' | 'details'>;

/** How to change a message, and the entry for the audit log, from the message before the change. */
export interface MessageChange {
  make: (message: InboxMessage) => InboxMessage;
  tell?: (before: InboxMessage) => Told | undefined;
}

/** The assignment of a message to a person who may handle the inbox, or to nobody; `undefined` if the person may not. */
export async function assignment(
  { findActor }: Pick<MessageDependencies, 'findActor'>,
  personId: string | undefined,
): Promise<Required<MessageChange> | undefined> {
  const person = personId === undefined ? undefined : await findActor(personId);
  if (personId !== undefined && (person?.kind !== 'person' || !may(person, 'inbox.manage'))) return undefined;
  const assignee: Named | undefined = person?.kind === 'person' ? { id: person.id, name: person.name } : undefined;
  return {
    make: ({ assignee: _, ...message }) => (assignee ? { ...message, assignee } : message),
    tell: ({ assignee: before }) => {
      if (before?.id === assignee?.id) return undefined;
      return assignee
        ? { action: 'message.assigned', object: { kind: 'person', ...assignee } }
        : { action: 'message.unassigned' };
    },
  };
}

/**
 * The writes of a change, only of what differs, for a commit that fails if the message changes before it. @throws {Forbidden}
 */
export async function stageMessage(
  { store, now = Date.now }: Pick<MessageDependencies, 'store' | 'now'>,
  actor: Actor,
  id: string,
  { make, tell }: MessageChange,
): Promise<{ before: InboxMessage; message: InboxMessage; writes: Write[] } | undefined> {
  requireMay(actor, 'inbox.manage');
  const ref = messages.at(id);
  const stored = isMessageId(id) ? await getDocument(store, ref) : undefined;
  if (!stored) return undefined;
  const message = make(stored.data);
  const told = tell?.(stored.data);
  const entry = told ? [entryOf(actor, now(), told)] : [];
  const isSame = JSON.stringify(message) === JSON.stringify(stored.data) && entry.length === 0;
  const writes = isSame ? [] : [setDocument(ref, message, { version: stored.version }), ...entry];
  return { before: stored.data, message, writes };
}

async function change(
  deps: MessageDependencies,
  actor: Actor,
  id: string,
  make: MessageChange['make'],
  tell?: MessageChange['tell'],
): Promise<ChangeMessageOutcome> {
  return retryOnConflict(async (): Promise<ChangeMessageOutcome> => {
    const staged = await stageMessage(deps, actor, id, { make, ...(tell && { tell }) });
    if (!staged) return { ok: false, reason: 'not-found' };
    if (staged.writes.length > 0) await deps.store.commit(staged.writes);
    return { ok: true, message: staged.message };
  });
}

/** An entry names no sender: the log is kept for longer than messages. */
export function entryOf(actor: Actor, at: number, told: Told): Write {
  const by = actor.kind === 'anonymous' ? actor : { kind: actor.kind, id: actor.id, name: actor.name.slice(0, 300) };
  return auditWrite({ at, actor: by, ...told });
}
