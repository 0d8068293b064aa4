import type { DocumentStore } from '../documents/document-store.ts';
import { auditLog } from './audit-log-collection.ts';

/** Retention period in days. Source: Meki's own. */
export const AUDIT_RETENTION_DAYS = 365;

/** Entries deleted per commit. */
const BATCH = 200;

/** Deletes entries older than the retention period, oldest first. @returns their number. */
export async function pruneAuditLog(
  store: DocumentStore,
  { days = AUDIT_RETENTION_DAYS, now = Date.now() }: { days?: number; now?: number } = {},
): Promise<number> {
  let deleted = 0;
  while (true) {
    const old = await store.runQuery({
      collection: auditLog.name,
      where: [{ field: 'at', op: '<', value: now - days * 24 * 3_600_000 }],
      orderBy: [{ field: 'at', direction: 'asc' }],
      limit: BATCH,
    });
    if (old.length > 0) await store.commit(old.map(({ path }) => ({ kind: 'delete', path })));
    deleted += old.length;
    if (old.length < BATCH) return deleted;
  }
}
