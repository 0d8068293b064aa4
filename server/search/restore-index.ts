import type { DocumentPath, FeedChange } from '#core/documents/document-store.ts';
import type { Turns } from '../listening/follow-in-slices.ts';
import type { SearchSnapshot } from './search-snapshot.ts';

/** Documents per read. */
const BATCH = 50;

export interface RestoredIndex<Entry> {
  /** The document that an entry is made from. */
  pathOf(entry: Entry): DocumentPath;
  put(entry: Entry): void;
  remove(path: DocumentPath): void;
  /** Reads documents and takes them in. */
  update(changes: FeedChange[], turns: Turns): Promise<void>;
}

/**
 * Fills an index with what a snapshot has, except documents that have changed since.
 * @returns whether that was possible; otherwise the index must be built from documents
 */
export async function restoreIndex<Entry>(
  snapshot: SearchSnapshot | undefined,
  turns: Turns,
  { pathOf, put, remove, update }: RestoredIndex<Entry>,
): Promise<boolean> {
  if (!snapshot) return false;
  const { reach, taken, signal } = turns;
  const changed = await snapshot.restore(async (restored) => {
    const entry = restored as Entry;
    const path = pathOf(entry);
    if (!(await reach(path))) return;
    taken.add(path);
    put(entry);
  }, signal);
  if (!changed) {
    for (const path of taken) remove(path);
    taken.clear();
    snapshot.noteBuilding();
    return false;
  }
  const left: FeedChange[] = [];
  // Those that the feed has told again are read in their turn.
  for (const path of changed) if (await reach(path)) left.push({ kind: 'written', path });
  for (let from = 0; from < left.length; from += BATCH) await update(left.slice(from, from + BATCH), turns);
  return true;
}
