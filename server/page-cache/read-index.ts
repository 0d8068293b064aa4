import type { DocumentPath, DocumentStore, FeedChange, Query } from '#core/documents/document-store.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { changesAnswer, type QueryResult, type Question, queryChange, queryResult } from './query-change.ts';
import { recordReads } from './record-reads.ts';

/** The recorded reads of one render, kept as long as its result. */
export interface Recording {
  /** The store to read through. */
  store: DocumentStore;
  /** Stops recording, because the result is complete. @returns the memory of the reads in bytes */
  seal(): number;
  /** Drops the reads. */
  close(): void;
}

/** Maps reads to their readers, and notifies readers of changes. */
export interface ReadIndex {
  /** @param onTouched called when a change affects a read of this recording, even before it is complete. */
  record(store: DocumentStore, onTouched: () => void): Recording;
  apply(changes: FeedChange[]): void;
  /** Notifies all readers, if it is unknown what has changed. */
  touchAll(): void;
}

interface Reader {
  onTouched(): void;
  /** Remove the reader from everything that it read. */
  undo: (() => void)[];
  /** Memory of its reads in bytes. */
  bytes: number;
  isSealed: boolean;
}

interface AskedQuery {
  query: Query;
  question: Question;
  /** The result that each reader got; `undefined` until then. */
  readers: Map<Reader, QueryResult | undefined>;
}

export function createReadIndex(): ReadIndex {
  const readers = new Set<Reader>();
  const documents = new Map<DocumentPath, Set<Reader>>();
  const queries = new Map<string, Map<string, AskedQuery>>();

  function noteDocument(reader: Reader, path: DocumentPath): void {
    const interested = getOrAdd(documents, path, () => new Set<Reader>());
    if (interested.has(reader)) return;
    interested.add(reader);
    reader.bytes += textBytes(path) + 3 * ENTRY_BYTES;
    reader.undo.push(() => {
      if (interested.delete(reader) && interested.size === 0) documents.delete(path);
    });
  }

  function noteQuery(reader: Reader, query: Query, question: Question, result: QueryResult | undefined): void {
    const inCollection = getOrAdd(queries, query.collection, () => new Map<string, AskedQuery>());
    const key = JSON.stringify([question, query]);
    const asked = getOrAdd(inCollection, key, () => ({ query, question, readers: new Map() }));
    const isNew = !asked.readers.has(reader);
    reader.bytes += resultBytes(result) - resultBytes(asked.readers.get(reader));
    asked.readers.set(reader, result);
    if (!isNew) return;
    reader.bytes += 2 * textBytes(key) + 5 * ENTRY_BYTES;
    reader.undo.push(() => {
      if (asked.readers.delete(reader) && asked.readers.size === 0) inCollection.delete(key);
    });
  }

  function findTouched(change: FeedChange, touched: Set<Reader>): void {
    for (const reader of documents.get(change.path) ?? []) touched.add(reader);
    const collection = change.path.slice(0, change.path.indexOf('/'));
    for (const { query, question, readers: asking } of queries.get(collection)?.values() ?? []) {
      const effect = queryChange(query, change);
      if (!effect) continue;
      for (const [reader, result] of asking) if (changesAnswer(effect, question, result)) touched.add(reader);
    }
  }

  return {
    record(store, onTouched) {
      const reader: Reader = { onTouched, undo: [], bytes: ENTRY_BYTES, isSealed: false };
      const isOpen = () => !reader.isSealed && readers.has(reader);
      readers.add(reader);
      return {
        store: recordReads(store, {
          documents(paths) {
            if (isOpen()) for (const path of paths) noteDocument(reader, path);
          },
          query(query, question, found) {
            if (isOpen()) noteQuery(reader, query, question, found && queryResult(query, found));
          },
        }),
        seal() {
          reader.isSealed = true;
          return reader.bytes;
        },
        close() {
          readers.delete(reader);
          for (const undo of reader.undo.splice(0)) undo();
        },
      };
    },
    apply(changes) {
      const touched = new Set<Reader>();
      for (const change of changes) findTouched(change, touched);
      for (const reader of touched) reader.onTouched();
    },
    touchAll() {
      for (const reader of [...readers]) reader.onTouched();
    },
  };
}

function resultBytes(result: QueryResult | undefined): number {
  if (!result) return 0;
  let bytes = 2 * ENTRY_BYTES;
  for (const path of result.paths) bytes += textBytes(path) + ENTRY_BYTES;
  return bytes;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
