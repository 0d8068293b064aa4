import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { may, requireMay } from '../access/policy.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { type AuditEntry, auditWrite, type Named, onRecord } from '../audit/audit-log.ts';
import type { DocumentData, DocumentStore, Write } from '../documents/document-store.ts';
import { deleteFound, retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { MESSAGE_RETENTION_DAYS } from '../settings/settings.ts';
import type { FindActor } from '../tokens/api-tokens.ts';
import { isMessageId } from './list-messages.ts';
import { type InboxMessage, MAX_NOTE_LENGTH, messageFields, messages } from './messages-collection.ts';

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
interface MessageChange {
  make: (message: InboxMessage) => InboxMessage;
  tell?: (before: InboxMessage) => Told | undefined;
}

/** The assignment of a message to a person who may handle the inbox, or to nobody; `undefined` if the person may not. */
async function assignment(
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
async function stageMessage(
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
  return auditWrite({ at, actor: onRecord(actor), ...told });
}

const { folder, unread, note: noteSchema } = messageFields;

const fieldsSchema = z.strictObject({
  folder: folder.exactOptional(),
  unread: unread.exactOptional(),
  note: noteSchema.exactOptional(),
  assignee: z
    .object({ id: z.string().min(1).max(200) })
    .nullable()
    .exactOptional(),
});

const seenSchema = z.strictObject({ note: noteSchema.exactOptional() });

type StagedFields =
  | { ok: true; writes: Write[] }
  | { ok: false; reason: 'not-found' | 'invalid' | 'not-assignable' | 'changed' };

/**
 * The writes that set members of a message: `unread`, `folder`, `assignee` (`null` for nobody; only its id counts) and `note`.
 * A note is refused if it is neither the one that the actor has `seen` nor the same as the new one.
 * @throws {Forbidden}
 */
export async function stageMessageFields(
  deps: MessageDependencies,
  actor: Actor,
  id: string,
  fields: DocumentData,
  seen: DocumentData = {},
): Promise<StagedFields> {
  const given = fieldsSchema.safeParse(fields);
  const known = seenSchema.safeParse(seen);
  if (!given.success || !known.success) return { ok: false, reason: 'invalid' };
  const { assignee, ...rest } = given.data;
  const assigned = assignee === undefined ? undefined : await assignment(deps, assignee?.id);
  if (assignee !== undefined && !assigned) return { ok: false, reason: 'not-assignable' };
  const change: MessageChange = {
    make: (message) => ({ ...(assigned?.make(message) ?? message), ...rest }),
    tell: (before) => assigned?.tell(before),
  };
  const staged = await stageMessage(deps, actor, id, change);
  if (!staged) return { ok: false, reason: 'not-found' };
  const { note } = staged.before;
  const isOvertaken = rest.note !== undefined && note !== rest.note && note !== known.data.note;
  return isOvertaken ? { ok: false, reason: 'changed' } : { ok: true, writes: staged.writes };
}

/** Deletes messages older than the retention period, and records their number in the audit log. @returns their number. */
export async function pruneMessages(
  store: DocumentStore,
  { days = MESSAGE_RETENTION_DAYS, now = Date.now() }: { days?: number | undefined; now?: number } = {},
): Promise<number> {
  const before = now - days * 24 * 3_600_000;
  const count = await deleteFound(store, {
    collection: messages.name,
    where: [{ field: 'at', op: '<', value: before }],
  });
  if (count > 0) {
    const actor = { kind: 'system' as const };
    await store.commit([auditWrite({ action: 'message.expired', at: now, actor, details: { count } })]);
  }
  return count;
}
