import type { DocumentStore } from '../documents/document-store.ts';

/** Days for which an entry is kept. Source: Meki's own. */
export const AUDIT_RETENTION_DAYS = 365;

/** Entries deleted at once. */
const BATCH = 200;

/** Deletes entries that are older than their time, the oldest first. @returns how many. */
export async function pruneAuditLog(
  store: DocumentStore,
  { days = AUDIT_RETENTION_DAYS, now = Date.now() }: { days?: number; now?: number } = {},
): Promise<number> {
  let deleted = 0;
  while (true) {
    const old = await store.runQuery({
      collection: 'audit-log',
      where: [{ field: 'at', op: '<', value: now - days * 24 * 3_600_000 }],
      orderBy: [{ field: 'at', direction: 'asc' }],
      limit: BATCH,
    });
    if (old.length > 0) await store.commit(old.map(({ path }) => ({ kind: 'delete', path })));
    deleted += old.length;
    if (old.length < BATCH) return deleted;
  }
}
