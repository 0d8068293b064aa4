import type { Aggregation, Document, DocumentStore, Query } from '#core/documents/document-store.ts';
import { freeze } from '#core/json/parse-json.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import { ENTRY_BYTES, textBytes, valueBytes } from './held-bytes.ts';
import { createReadIndex, type Recording } from './read-index.ts';

/** A store with cached answers, invalidated by changes. */
export interface RememberedReads {
  /** A read-only store for renders. Answers are shared and immutable. */
  store: DocumentStore;
  /** Receives committed changes, which invalidate answers. */
  changes: ChangeReceiver;
  /** Memory in bytes of the answers and their recorded reads; never above `maxBytes`. */
  bytes(): number;
}

/** Maximum answers: the reads of the site's frame, and those of pages rendered at about the same time. */
const MAX_ANSWERS = 60;

/** Maximum documents of a cached answer: larger ones take much memory and are rarely shared. */
const MAX_DOCUMENTS = 50;

/** Maximum memory in bytes of all answers, and of one. */
const MAX_BYTES = 8 * 1024 * 1024;
const LARGEST_SHARE = 1 / 8;

interface Answer {
  promise: Promise<unknown>;
  recording: Recording;
  /** 0 until the answer has arrived. */
  bytes: number;
}

/**
 * Reads through `store` and caches each answer until something that it depends on changes: pages rendered one after another
 * share many reads. Answers are never staler than cached pages may be.
 */
export function rememberReads(
  store: DocumentStore,
  { maxAnswers = MAX_ANSWERS, maxBytes = MAX_BYTES } = {},
): RememberedReads {
  const index = createReadIndex();
  const answers = new Map<string, Answer>();
  let bytes = 0;

  function forget(key: string): void {
    const answer = answers.get(key);
    if (!answer) return;
    answer.recording.close();
    answers.delete(key);
    bytes -= answer.bytes;
  }

  function forgetOldest(): void {
    const [oldest] = answers.keys();
    if (oldest !== undefined) forget(oldest);
  }

  /** Accounts for an answer that has arrived, if it is worth caching. */
  function settle(key: string, answer: Answer, value: unknown): void {
    if (answers.get(key) !== answer) return;
    answer.bytes = valueBytes(value) + answer.recording.seal() + textBytes(key) + ENTRY_BYTES;
    bytes += answer.bytes;
    if (!isWorthKeeping(value) || answer.bytes > maxBytes * LARGEST_SHARE) forget(key);
    while (answers.size > 0 && bytes + index.sharedBytes() > maxBytes) forgetOldest();
  }

  function remembered<T>(question: unknown[], read: (store: DocumentStore) => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    const known = answers.get(key);
    if (known) {
      // Delete and reinsert: the map is ordered by last use (LRU).
      answers.delete(key);
      answers.set(key, known);
      return known.promise as Promise<T>;
    }
    const recording = index.record(store, () => {
      if (answers.get(key)?.recording === recording) forget(key);
      else recording.close();
    });
    const promise = read(recording.store).then(freeze);
    const answer: Answer = { promise, recording, bytes: 0 };
    answers.set(key, answer);
    promise.then(
      (value) => settle(key, answer, value),
      () => {
        if (answers.get(key) === answer) forget(key);
      },
    );
    if (answers.size > maxAnswers) forgetOldest();
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
      followChanges: () => {
        throw new Error('A page does not listen while it renders');
      },
      close: () => Promise.reject(new Error('A page does not close the store')),
    },
    changes: index,
    bytes: () => bytes + index.sharedBytes(),
  };
}

/** Answers without a document, for example for addresses that never existed, are not cached: they would evict useful ones. */
function isWorthKeeping(answer: unknown): boolean {
  if (!Array.isArray(answer)) return true;
  return answer.length <= MAX_DOCUMENTS && answer.some((document) => document !== undefined);
}
