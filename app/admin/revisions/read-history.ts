import type { SavedVersion } from '#core/content/saved-version.ts';
import { listActs, type PublicationAct } from '#core/items/publication-acts.ts';
import { listSavedVersions } from '#core/items/revisions.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';

/** Entries per page. Source: Meki's own. */
const PAGE_SIZE = 20;

export type HistoryEntry =
  | { kind: 'publication'; id: string; at: number; act: PublicationAct }
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
  const [afterAct, afterSavedVersion] = (after ?? '').split('|');
  const search = (from: string | undefined) => ({ itemId: item.id, limit: PAGE_SIZE, ...(from && { after: from }) });
  const [acts, savedVersions] = await Promise.all([
    listActs(store, actor, { ...search(afterAct), languages }),
    listSavedVersions(store, actor, search(afterSavedVersion)),
  ]);
  const all = [
    ...acts.entries.map((act): HistoryEntry => ({ kind: 'publication', id: act.id, at: act.at, act })),
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
  const hasMore = all.length > PAGE_SIZE || acts.next !== undefined || savedVersions.next !== undefined;
  if (!hasMore) return { entries };
  const cursorOf = (kind: HistoryEntry['kind'], before = '') => {
    const last = entries.findLast((entry) => entry.kind === kind);
    return last ? `${last.at}.${last.id}` : before;
  };
  return { entries, next: `${cursorOf('publication', afterAct)}|${cursorOf('saved-version', afterSavedVersion)}` };
}
