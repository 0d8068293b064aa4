import type { CheckedCollection } from '../check-collections.ts';
import type { DocumentData, FeedBatch, FeedChange } from '../document-store.ts';
import { getField, setField } from '../field-path.ts';
import { type ChangeSource, MAX_RESUMED_CHANGES, type View } from './change-source.ts';

/** The view of the change feed of some collections. It has no state, so that a follower without a place starts from now. */
export function createFeedView(source: ChangeSource, collections: readonly CheckedCollection[]): View<FeedChange> {
  const followed = new Map(collections.map((collection) => [collection.name, collection.feed ?? []]));
  return {
    state: () => [],
    since(version) {
      const changes: FeedChange[] = [];
      for (const [name, fields] of followed) {
        const paths = source.changedAfter(version, name, MAX_RESUMED_CHANGES + 1);
        if (changes.length + paths.length > MAX_RESUMED_CHANGES) return undefined;
        const now = source.documents(paths);
        for (const [i, path] of paths.entries()) {
          const [before, after] = [source.documentAt(path, version), now[i]];
          if (before || after) {
            changes.push(toFeedChange(path, pickFields(before?.data, fields), pickFields(after?.data, fields)));
          }
        }
      }
      return changes;
    },
    commit: ({ changes }) =>
      changes.flatMap(({ path, collection, fields }) => {
        const told = followed.get(collection);
        if (!told) return [];
        const { before, after } = fields(told);
        return toFeedChange(path, before, after);
      }),
  };
}

/** Turns the snapshots of a feed's view into batches: a state is the start, or replaces what was missed. */
export function feedBatches(
  onBatch: (batch: FeedBatch) => void,
  resumeToken: string | undefined,
): (snapshot: { kind: 'state' | 'changes'; changes: FeedChange[]; resumeToken: string }) => void {
  let isStart = resumeToken === undefined;
  return (snapshot) => {
    const kind = snapshot.kind === 'state' && !isStart ? 'gap' : 'changes';
    isStart = false;
    onBatch({ ...snapshot, kind });
  };
}

/** The given members of some data; `null` without any. */
export function pickFields(data: DocumentData | undefined, fields: readonly string[]): DocumentData | null {
  if (!data) return null;
  let picked: DocumentData = {};
  for (const field of fields) {
    const value = getField(data, field);
    if (value !== undefined) picked = setField(picked, field, value);
  }
  return picked;
}

function toFeedChange(path: FeedChange['path'], before: DocumentData | null, after: DocumentData | null): FeedChange {
  return after ? { kind: 'written', path, before, after } : { kind: 'deleted', path, before };
}
