import type { Document, DocumentPath, DocumentStore, Query } from '#core/documents/document-store.ts';
import type { Question } from './query-change.ts';

/** Told of every read when it begins, and of a query's documents when they are there. */
export interface ReadNotes {
  documents(paths: DocumentPath[]): void;
  query(query: Query, question: Question, found?: Document[]): void;
}

/** The store for one render: it reads from `store` and notes what; it refuses to write. */
export function recordReads(store: DocumentStore, notes: ReadNotes): DocumentStore {
  return {
    batchGet(paths) {
      notes.documents(paths);
      return store.batchGet(paths);
    },
    async runQuery(query) {
      notes.query(query, 'documents');
      const found = await store.runQuery(query);
      notes.query(query, 'documents', found);
      return found;
    },
    runAggregation(query, aggregations) {
      notes.query(query, aggregations.every(({ kind }) => kind === 'count') ? 'count' : 'aggregate');
      return store.runAggregation(query, aggregations);
    },
    commit: () => Promise.reject(new Error('A page does not write while it renders')),
    listen: () => {
      throw new Error('A page does not listen while it renders');
    },
    close: () => Promise.reject(new Error('A page does not close the store')),
  };
}
