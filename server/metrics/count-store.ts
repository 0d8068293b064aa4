import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';

/** Receives a call of the database with the documents that a cloud database would bill for it. */
export type NoteCall = (call: string, reads: number, writes: number) => void;

/** A store whose calls are told; what is listened to is not. */
export function countStore<Store extends DocumentStore>(store: Store, note: NoteCall): Store {
  return {
    ...store,
    batchGet(paths) {
      note('get', paths.length, 0);
      return store.batchGet(paths);
    },
    async runQuery(query) {
      const found = await store.runQuery(query);
      note('query', Math.max(1, found.length), 0);
      return found;
    },
    runAggregation(query, aggregations) {
      note('aggregate', 1, 0);
      return store.runAggregation(query, aggregations);
    },
    commit(writes) {
      note('commit', 0, writes.filter(({ kind }) => kind !== 'verify').length);
      return store.commit(writes);
    },
  };
}

/** A log of drafts whose reads and writes are told. */
export function countDraftLog(log: DraftLog, note: NoteCall): DraftLog {
  return {
    ...log,
    async read(name, after) {
      const entries = await log.read(name, after);
      note('draft-read', Math.max(1, entries.length), 0);
      return entries;
    },
    append(name, update, patience) {
      note('draft-append', 0, 1);
      return log.append(name, update, patience);
    },
    compact(name, through, merged) {
      note('draft-compact', 0, 1);
      return log.compact(name, through, merged);
    },
    settle(name, through) {
      note('draft-settle', 0, 1);
      return log.settle(name, through);
    },
  };
}
