import type { SavedVersion } from '#core/content/saved-version.ts';
import { listPublishingActions, type PublishingAction } from '#core/items/publishing-actions.ts';
import { listSavedVersions } from '#core/items/revisions.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';

/** Entries per page. Source: Meki's own. */
const PAGE_SIZE = 20;

export type HistoryEntry =
  | { kind: 'publication'; id: string; at: number; action: PublishingAction }
  | { kind: 'saved-version'; id: string; at: number; savedVersion: SavedVersion };

/** The publishing actions and saved versions of an item, newest first. */
export interface History {
  entries: HistoryEntry[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** @param after cursor: the `next` of the previous page; a malformed one is ignored */
export async function readHistory(
  { dependencies: { store, config }, actor, item }: Pick<ManagedItem, 'dependencies' | 'actor' | 'item'>,
  after: string | undefined,
): Promise<History> {
  const languages = config.locales.map(({ code }) => code);
  const [afterAction, afterSavedVersion] = (after ?? '').split('|');
  const search = (from: string | undefined) => ({ itemId: item.id, limit: PAGE_SIZE, ...(from && { after: from }) });
  const [actions, savedVersions] = await Promise.all([
    listPublishingActions(store, actor, { ...search(afterAction), languages }),
    listSavedVersions(store, actor, search(afterSavedVersion)),
  ]);
  const all = [
    ...actions.entries.map((action): HistoryEntry => ({ kind: 'publication', id: action.id, at: action.at, action })),
    ...savedVersions.entries.map(
      (savedVersion): HistoryEntry => ({
        kind: 'saved-version',
        id: savedVersion.id,
        at: savedVersion.at,
        savedVersion,
      }),
    ),
  ].toSorted((a, b) => b.at - a.at);
  const entries = all.slice(0, PAGE_SIZE);
  const hasMore = all.length > PAGE_SIZE || actions.next !== undefined || savedVersions.next !== undefined;
  if (!hasMore) return { entries };
  const cursorOf = (kind: HistoryEntry['kind'], before = '') => {
    const last = entries.findLast((entry) => entry.kind === kind);
    return last ? `${last.at}.${last.id}` : before;
  };
  return { entries, next: `${cursorOf('publication', afterAction)}|${cursorOf('saved-version', afterSavedVersion)}` };
}
