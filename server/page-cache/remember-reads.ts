import type { Aggregation, Document, DocumentReader, Query } from '#core/documents/document-store.ts';
import { freeze } from '#core/json/parse-json.ts';
import { ENTRY_BYTES, textBytes, valueBytes } from './held-bytes.ts';
import type { ReadIndex, Reads } from './read-index.ts';

/** A store with cached answers, invalidated by changes. */
export interface RememberedReads {
  /** The store for renders. Answers are shared and immutable. */
  store: DocumentReader;
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
  reads: Reads;
  /** 0 until the answer has arrived. */
  bytes: number;
}

/**
 * Reads through `store` and caches each answer until something that it depends on changes: pages rendered one after another
 * share many reads. Answers are never staler than cached pages may be.
 * @param index records what the answers were made from
 */
export function rememberReads(
  store: DocumentReader,
  index: ReadIndex,
  { maxAnswers = MAX_ANSWERS, maxBytes = MAX_BYTES } = {},
): RememberedReads {
  const answers = new Map<string, Answer>();
  let bytes = 0;

  function forget(key: string): void {
    const answer = answers.get(key);
    if (!answer) return;
    answer.reads.close();
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
    answer.bytes = valueBytes(value) + answer.reads.bytesAlone() + textBytes(key) + ENTRY_BYTES;
    bytes += answer.bytes;
    if (!isWorthKeeping(value) || answer.bytes > maxBytes * LARGEST_SHARE) forget(key);
    while (answers.size > 0 && bytes > maxBytes) forgetOldest();
  }

  function remembered<T>(question: unknown[], read: (store: DocumentReader) => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    const known = answers.get(key);
    if (known) {
      // Delete and reinsert: the map is ordered by last use (LRU).
      answers.delete(key);
      answers.set(key, known);
      return known.promise as Promise<T>;
    }
    const reads = index.record(() => {
      if (answers.get(key)?.reads === reads) forget(key);
      else reads.close();
    });
    const promise = read(reads.through(store)).then(freeze);
    const answer: Answer = { promise, reads, bytes: 0 };
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
    },
    bytes: () => bytes,
  };
}

/** Answers without a document, for example for addresses that never existed, are not cached: they would evict useful ones. */
function isWorthKeeping(answer: unknown): boolean {
  if (!Array.isArray(answer)) return true;
  return answer.length <= MAX_DOCUMENTS && answer.some((document) => document !== undefined);
}
