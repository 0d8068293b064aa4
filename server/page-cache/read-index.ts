import type { Document, DocumentPath, DocumentStore, FeedChange, Query } from '#core/documents/document-store.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { changesAnswer, isResult, type QueryResult, type Question, queryChange, queryResult } from './query-change.ts';
import { recordReads } from './record-reads.ts';

/** The recorded reads of one render, kept as long as its result. */
export interface Recording {
  /** The store to read through. */
  store: DocumentStore;
  /** Stops recording, because the result is complete. @returns the memory in bytes of the reads that are not shared */
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
  /** Memory in bytes of what sealed recordings share: queries and their results. */
  sharedBytes(): number;
}

/** Something that sealed readers share: it is counted while one has it. */
interface Shared {
  bytes: number;
  holders: number;
}

interface Reader {
  onTouched(): void;
  paths: DocumentPath[];
  asked: AskedQuery[];
  /** Memory of its own in bytes. */
  bytes: number;
  isSealed: boolean;
}

type SharedResult = QueryResult & Shared;

interface AskedQuery extends Shared {
  key: string;
  query: Query;
  question: Question;
  /** The result that each reader got; `undefined` until then. */
  readers: Map<Reader, SharedResult | undefined>;
  /** The latest result. Most readers have it: pages that ask the same are rendered again when the answer changes. */
  latest?: SharedResult;
}

export function createReadIndex(): ReadIndex {
  const readers = new Set<Reader>();
  const documents = new Map<DocumentPath, Set<Reader>>();
  const queries = new Map<string, Map<string, AskedQuery>>();
  let sharedBytes = 0;

  function noteDocument(reader: Reader, path: DocumentPath): void {
    const interested = getOrAdd(documents, path, () => new Set<Reader>());
    if (interested.has(reader)) return;
    interested.add(reader);
    reader.bytes += textBytes(path) + 3 * ENTRY_BYTES;
    reader.paths.push(path);
  }

  function noteQuery(reader: Reader, query: Query, question: Question, found: Document[] | undefined): void {
    const inCollection = getOrAdd(queries, query.collection, () => new Map<string, AskedQuery>());
    const key = JSON.stringify([question, query]);
    const asked = getOrAdd(inCollection, key, () => {
      return { key, query, question, readers: new Map(), bytes: 2 * textBytes(key) + 4 * ENTRY_BYTES, holders: 0 };
    });
    if (!asked.readers.has(reader)) {
      reader.bytes += 2 * ENTRY_BYTES;
      reader.asked.push(asked);
    }
    asked.readers.set(reader, found && resultFor(asked, found));
  }

  /** The memory of a complete recording: from now on, it is that of a page. */
  function seal(reader: Reader): number {
    reader.isSealed = true;
    for (const shared of sharedBy(reader)) {
      if (shared.holders === 0) sharedBytes += shared.bytes;
      shared.holders += 1;
    }
    return reader.bytes;
  }

  function close(reader: Reader): void {
    if (!readers.delete(reader)) return;
    if (reader.isSealed) {
      for (const shared of sharedBy(reader)) {
        shared.holders -= 1;
        if (shared.holders === 0) sharedBytes -= shared.bytes;
      }
    }
    for (const path of reader.paths) {
      const interested = documents.get(path);
      if (interested?.delete(reader) && interested.size === 0) documents.delete(path);
    }
    for (const { key, query, readers: asking } of reader.asked) {
      asking.delete(reader);
      if (asking.size === 0) queries.get(query.collection)?.delete(key);
    }
  }

  function findTouched(change: FeedChange, touched: Set<Reader>): void {
    for (const reader of documents.get(change.path) ?? []) touched.add(reader);
    const collection = change.path.slice(0, change.path.indexOf('/'));
    for (const { query, question, readers: asking } of queries.get(collection)?.values() ?? []) {
      const effect = queryChange(query, change);
      if (!effect) continue;
      // Most readers share the latest result.
      let judged: { result: SharedResult | undefined; isChanged: boolean } | undefined;
      for (const [reader, result] of asking) {
        if (judged?.result !== result || !judged)
          judged = { result, isChanged: changesAnswer(effect, question, result) };
        if (judged.isChanged) touched.add(reader);
      }
    }
  }

  return {
    record(store, onTouched) {
      const reader: Reader = { onTouched, paths: [], asked: [], bytes: ENTRY_BYTES, isSealed: false };
      const isOpen = () => !reader.isSealed && readers.has(reader);
      readers.add(reader);
      return {
        store: recordReads(store, {
          documents(paths) {
            if (isOpen()) for (const path of paths) noteDocument(reader, path);
          },
          query(query, question, found) {
            if (isOpen()) noteQuery(reader, query, question, found);
          },
        }),
        seal: () => seal(reader),
        close: () => close(reader),
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
    sharedBytes: () => sharedBytes,
  };
}

/** The result of a query, shared with those who got the same one before. */
function resultFor(asked: AskedQuery, found: Document[]): SharedResult {
  const { latest, query } = asked;
  if (latest && isResult(latest, query, found)) return latest;
  const result = queryResult(query, found);
  let bytes = 2 * ENTRY_BYTES;
  for (const path of result.paths) bytes += textBytes(path) + ENTRY_BYTES;
  asked.latest = { ...result, bytes, holders: 0 };
  return asked.latest;
}

function sharedBy(reader: Reader): Shared[] {
  return reader.asked.flatMap((asked): Shared[] => {
    const result = asked.readers.get(reader);
    return result ? [asked, result] : [asked];
  });
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
