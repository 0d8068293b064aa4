import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { may } from '../access/policy.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Item } from '../content/item.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import { wasPublished } from './change-item.ts';

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
  'item.trashed',
  'item.untrashed',
] as const satisfies AuditEntry['act'][];

export type LifeAct = (typeof LIFE_ACTS)[number];

/** Entries of the log that are looked through, at most. */
const MOST = 200;

/** How far back it goes, in milliseconds: for who left a page open, not for who wants to read the log, which is the owners'. */
const DAY = 86_400_000;

/** Something that was done to an item, and by whom. */
export interface RecentAct {
  act: LifeAct;
  /** As they were called; missing for the server itself. */
  name?: string;
  at: number;
  languages?: Locale[];
}

/**
 * What was done to an item since a moment, at most a day ago, the latest first, for who was about to do something to it too.
 * @throws {Forbidden} for who may not change how it stands: publish it, or move it to the trash
 */
export async function recentActs(
  store: DocumentStore,
  actor: Actor,
  { item, since, now = Date.now() }: { item: Item; since: number; now?: number },
): Promise<RecentAct[]> {
  if (!may(actor, 'item.publish')) {
    requireMay(actor, 'item.trash', { authorId: item.authorId ?? '', wasPublished: wasPublished(item) });
  }
  const documents = (await store.runQuery({
    collection: 'audit-log',
    where: [{ field: 'at', op: '>=', value: Math.max(since, now - DAY) }],
    orderBy: [{ field: 'at', direction: 'desc' }],
    limit: MOST,
  })) as unknown as Document<AuditEntry>[];
  return documents.flatMap(({ data: { act, actor: who, at, object, details } }): RecentAct[] => {
    const lifeAct = LIFE_ACTS.find((name) => name === act);
    if (!lifeAct || object?.kind !== 'item' || object.id !== item.id) return [];
    return [
      {
        act: lifeAct,
        ...('name' in who && { name: who.name }),
        at,
        ...(details?.languages && { languages: details.languages }),
      },
    ];
  });
}
