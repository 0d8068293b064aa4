import type { Actor } from '../access/actor.ts';
import { may, requireMay } from '../access/policy.ts';
import { type AuditEntry, auditLog } from '../audit/audit-log.ts';
import type { Item } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { wasPublished } from '../publishing/change-item.ts';

/** Actions that change the publication state or the place of an item. */
export const LIFE_ACTIONS = [
  'item.published',
  'item.unpublished',
  'item.scheduled',
  'item.unpublish-scheduled',
  'item.schedule-cancelled',
  'item.schedule-failed',
  'item.archived',
  'item.unarchived',
  'item.trashed',
  'item.untrashed',
] as const satisfies AuditEntry['action'][];

export type LifeAction = (typeof LIFE_ACTIONS)[number];

/** Maximum log entries searched. */
const MOST = 200;

/** Maximum age in milliseconds: enough for a page left open; reading the log is for owners. */
const DAY = 86_400_000;

/** A recent action on an item, and its author. */
export interface RecentAction {
  action: LifeAction;
  /** The author's name at the time; missing for the server itself. */
  name?: string;
  at: number;
  languages?: Locale[];
}

/**
 * Actions on an item since a time, at most a day ago, newest first, for a person whose own action was refused as outdated.
 * @throws {Forbidden} if the actor may neither publish it, nor ask for its review, nor move it to the trash
 */
export async function recentActions(
  store: DocumentStore,
  actor: Actor,
  { item, since, now = Date.now() }: { item: Item; since: number; now?: number },
): Promise<RecentAction[]> {
  const { authorId = '' } = item;
  const mayAsk = Object.keys(item.languages).some((language) => may(actor, 'review.ask', { authorId, language }));
  if (!mayAsk && !may(actor, 'item.publish')) {
    requireMay(actor, 'item.trash', { authorId, wasPublished: wasPublished(item) });
  }
  const documents = await queryDocuments(store, auditLog, {
    where: [{ field: 'at', op: '>=', value: Math.max(since, now - DAY) }],
    orderBy: [{ field: 'at', direction: 'desc' }],
    limit: MOST,
  });
  return documents.flatMap(({ data: { action, actor: who, at, object, details } }): RecentAction[] => {
    const lifeAction = LIFE_ACTIONS.find((name) => name === action);
    if (!lifeAction || object?.kind !== 'item' || object.id !== item.id) return [];
    return [
      {
        action: lifeAction,
        ...('name' in who && { name: who.name }),
        at,
        ...(details?.languages && { languages: details.languages }),
      },
    ];
  });
}
