import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';

/** What changes how an item stands on the site, or where it lies. */
export const LIFE_ACTS = [
  'item.published',
  'item.unpublished',
  'item.scheduled',
  'item.unpublish-scheduled',
  'item.schedule-cancelled',
  'item.schedule-failed',
  'item.archived',
  'item.unarchived',
  'item.binned',
  'item.unbinned',
] as const satisfies AuditEntry['act'][];

export type LifeAct = (typeof LIFE_ACTS)[number];

/** Entries of the log that are looked through, at most. */
const MOST = 200;

/**
 * What was done to an item since a moment, the latest first, for who was about to do something to it too.
 * @throws {Forbidden} for who may not read drafts
 */
export async function recentActs(
  store: DocumentStore,
  actor: Actor,
  { itemId, since }: { itemId: string; since: number },
): Promise<(Pick<AuditEntry, 'actor' | 'at' | 'details'> & { act: LifeAct })[]> {
  requireMay(actor, 'draft.read');
  const documents = (await store.runQuery({
    collection: 'audit-log',
    where: [{ field: 'at', op: '>=', value: since }],
    orderBy: [{ field: 'at', direction: 'desc' }],
    limit: MOST,
  })) as unknown as Document<AuditEntry>[];
  return documents.flatMap(({ data: { act, actor: who, at, object, details } }) => {
    const lifeAct = LIFE_ACTS.find((name) => name === act);
    const isOfItem = object?.kind === 'item' && object.id === itemId;
    return lifeAct && isOfItem ? [{ act: lifeAct, actor: who, at, ...(details && { details }) }] : [];
  });
}
