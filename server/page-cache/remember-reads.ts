import type { Aggregation, Document, DocumentStore, Query } from '#core/documents/document-store.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { createReadIndex, type Recording } from './read-index.ts';

/** A store whose answers are kept until a change touches them. */
export interface RememberedReads {
  /** For renders: what one read, the next one has at once. It refuses to write, and what it gives cannot be changed. */
  store: DocumentStore;
  /** Tells what was committed. */
  changes: ChangeReceiver;
  /** Bytes of memory that the answers take, with what is noted of how they were read; never more than `maxBytes`. */
  bytes(): number;
}

/** The frame's reads, and those of the pages that are rendered at about the same time. */
const MAX_ANSWERS = 60;

/** An answer of more documents than this would take much memory for few renders. */
const MAX_DOCUMENTS = 50;

/** Bytes of memory that all answers may take, and one of them. */
const MAX_BYTES = 8 * 1024 * 1024;
const LARGEST_SHARE = 1 / 8;

interface Answer {
  promise: Promise<unknown>;
  recording: Recording;
  /** 0 until the answer is there. */
  bytes: number;
}

/**
 * Reads through `store`, and keeps each answer as a whole until something that it was made from changes: pages that are
 * rendered one after another read much of the same. An answer is as old as the page cache lets a page be.
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

  /** Counts an answer that has come, if it is worth its room. */
  function settle(key: string, answer: Answer, value: unknown): void {
    if (answers.get(key) !== answer) return;
    answer.bytes = sizeOf(value) + answer.recording.seal() + textBytes(key) + ENTRY_BYTES;
    bytes += answer.bytes;
    if (!isWorthKeeping(value) || answer.bytes > maxBytes * LARGEST_SHARE) forget(key);
    while (bytes > maxBytes) forgetOldest();
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
      close: () => Promise.reject(new Error('A page does not close the store')),
    },
    changes: index,
    bytes: () => bytes,
  };
}

/** Addresses that nobody ever made lead to answers without a document: they would drive out those that others need. */
function isWorthKeeping(answer: unknown): boolean {
  if (!Array.isArray(answer)) return true;
  return answer.length <= MAX_DOCUMENTS && answer.some((document) => document !== undefined);
}

/** Bytes of memory that a value of JSON takes, about. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + 16 + sizeOf(member), 48);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
