import type { Revision } from '#core/content/publication.ts';
import type { Version } from '#core/content/version.ts';
import { listRevisions, listVersions } from '#core/items/revisions.ts';
import type { ManagedItem } from '../publishing/read-managed-item.ts';

/** Most entries on one page. Source: Meki's own. */
const PAGE_SIZE = 20;

export type HistoryEntry =
  | { kind: 'revision'; id: string; at: number; revision: Revision }
  | { kind: 'version'; id: string; at: number; version: Version };

/** Publications and versions of an item together, the latest first. */
export interface History {
  entries: HistoryEntry[];
  /** Give it as `after` for the page that follows; missing on the last one. */
  next?: string;
}

/** @param after the `next` of the page before; one that is malformed is passed over */
export async function readHistory(
  { request: { store }, actor, item }: Pick<ManagedItem, 'request' | 'actor' | 'item'>,
  after: string | undefined,
): Promise<History> {
  const [afterRevision, afterVersion] = (after ?? '').split('|');
  const search = (from: string | undefined) => ({ itemId: item.id, limit: PAGE_SIZE, ...(from && { after: from }) });
  const [revisions, versions] = await Promise.all([
    listRevisions(store, actor, search(afterRevision)),
    listVersions(store, actor, search(afterVersion)),
  ]);
  const all = [
    ...revisions.entries.map(
      (revision): HistoryEntry => ({ kind: 'revision', id: revision.id, at: revision.publishedAt, revision }),
    ),
    ...versions.entries.map((version): HistoryEntry => ({ kind: 'version', id: version.id, at: version.at, version })),
  ].toSorted((a, b) => b.at - a.at);
  const entries = all.slice(0, PAGE_SIZE);
  const hasMore = all.length > PAGE_SIZE || revisions.next !== undefined || versions.next !== undefined;
  if (!hasMore) return { entries };
  const cursorOf = (kind: HistoryEntry['kind'], before = '') => {
    const last = entries.findLast((entry) => entry.kind === kind);
    return last ? `${last.at}.${last.id}` : before;
  };
  return { entries, next: `${cursorOf('revision', afterRevision)}|${cursorOf('version', afterVersion)}` };
}
