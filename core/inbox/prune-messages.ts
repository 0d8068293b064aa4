import { auditWrite } from '../audit/record-audit.ts';
import { deleteFound } from '../documents/delete-found.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { messages } from './messages-collection.ts';

/** Retention period of messages in days, unless the configuration sets another. Source: the product's specification. */
export const MESSAGE_RETENTION_DAYS = 180;

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
