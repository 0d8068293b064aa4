import type { Aggregation, Document, DocumentStore, Query } from '#core/documents/document-store.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import { createReadIndex, type Recording } from './read-index.ts';

/** A store whose answers are kept until a change touches them. */
export interface RememberedReads {
  /** For renders: what one read, the next one has at once. It refuses to write, and what it gives cannot be changed. */
  store: DocumentStore;
  /** Tells what was committed. */
  changes: ChangeReceiver;
}

/** The frame's reads, and those of the pages that are rendered at about the same time. */
const MAX_ANSWERS = 60;

/** An answer of more documents than this would take much memory for few renders. */
const MAX_DOCUMENTS = 50;

/**
 * Reads through `store`, and keeps each answer as a whole until something that it was made from changes: pages that are
 * rendered one after another read much of the same. An answer is as old as the page cache lets a page be.
 */
export function rememberReads(store: DocumentStore, maxAnswers = MAX_ANSWERS): RememberedReads {
  const index = createReadIndex();
  const answers = new Map<string, { promise: Promise<unknown>; recording: Recording }>();

  function forget(key: string): void {
    answers.get(key)?.recording.close();
    answers.delete(key);
  }

  function remembered<T>(question: unknown[], read: (store: DocumentStore) => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    const known = answers.get(key);
    if (known) {
      // Taken out and put back: the map's order is by last use.
      answers.delete(key);
      answers.set(key, known);
      return known.promise as Promise<T>;
    }
    const recording = index.record(store, () => {
      if (answers.get(key)?.recording === recording) forget(key);
      else recording.close();
    });
    const promise = read(recording.store).then(freeze);
    answers.set(key, { promise, recording });
    const drop = () => {
      if (answers.get(key)?.recording === recording) forget(key);
    };
    promise.then((answer) => {
      if (Array.isArray(answer) && answer.length > MAX_DOCUMENTS) drop();
    }, drop);
    const [oldest] = answers.keys();
    if (answers.size > maxAnswers && oldest !== undefined) forget(oldest);
    return promise;
  }

  return {
    store: {
      batchGet: (paths) => remembered<(Document | undefined)[]>(['documents', paths], (own) => own.batchGet(paths)),
      runQuery: (query: Query) => remembered(['query', query], (own) => own.runQuery(query)),
      runAggregation: (query: Query, aggregations: Aggregation[]) =>
        remembered(['aggregation', query, aggregations], (own) => own.runAggregation(query, aggregations)),
      commit: () => Promise.reject(new Error('A page does not write while it renders')),
      listen: () => {
        throw new Error('A page does not listen while it renders');
      },
      close: () => Promise.reject(new Error('A page does not close the store')),
    },
    changes: index,
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
