import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import type { DocumentData, Write } from '../documents/document-store.ts';
import { assignment, type MessageChange, type MessageDependencies, stageMessage } from './change-message.ts';
import { messageFields } from './messages-collection.ts';

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

export type StagedFields =
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
