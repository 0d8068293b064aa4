import type { Document, DocumentPath, DocumentStore, Query } from '#core/documents/document-store.ts';
import type { Question } from './query-change.ts';

/** Called for every read when it begins, and for a query when its documents are known. */
export interface ReadNotes {
  documents(paths: DocumentPath[]): void;
  query(query: Query, question: Question, found?: Document[]): void;
}

/** A read-only store for one render, which records its reads. */
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
    followChanges: () => {
      throw new Error('A page does not listen while it renders');
    },
    close: () => Promise.reject(new Error('A page does not close the store')),
  };
}
