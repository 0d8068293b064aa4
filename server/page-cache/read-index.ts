import { sameContents } from '#core/documents/compare-values.ts';
import type { Document, DocumentPath, DocumentStore, FeedChange, Query } from '#core/documents/document-store.ts';
import type { Position } from '#core/documents/query-order.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { changesAnswer, isResult, type QueryResult, type Question, queryChange, queryResult } from './query-change.ts';
import { recordReads } from './record-reads.ts';

/** The reads of one render, kept as long as its result. */
export interface Reads {
  /** Replaces what is called when a change affects them. */
  onTouched(call: () => void): void;
  /** What was read, to keep it over a restart. */
  all(): ReadList;
  /** Drops the reads. */
  close(): void;
}

/** Reads that are being recorded. */
export interface Recording extends Reads {
  /** The store to read through. */
  store: DocumentStore;
  /** Stops recording, because the result is complete. @returns the memory in bytes of the reads that are not shared */
  seal(): number;
}

/** What a render has read, as JSON. */
export interface ReadList {
  documents: DocumentPath[];
  queries: { query: Query; question: Question; result?: ListedResult }[];
}

interface ListedResult {
  paths: DocumentPath[];
  last?: Position;
}

/** Maps reads to their readers, and notifies readers of changes. */
export interface ReadIndex {
  /** @param onTouched called when a change affects a read of this recording, even before it is complete. */
  record(store: DocumentStore, onTouched: () => void): Recording;
  /** Adds reads of an earlier process. @returns them, and their memory in bytes that is not shared */
  restore(list: ReadList, onTouched: () => void): Reads & { bytes: number };
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

  /** @param resultOf the result that the reader got, if it is known */
  function noteQuery(
    reader: Reader,
    query: Query,
    question: Question,
    resultOf: (asked: AskedQuery) => SharedResult | undefined,
  ): void {
    const inCollection = getOrAdd(queries, query.collection, () => new Map<string, AskedQuery>());
    const key = JSON.stringify([question, query]);
    const asked = getOrAdd(inCollection, key, () => {
      return { key, query, question, readers: new Map(), bytes: 2 * textBytes(key) + 4 * ENTRY_BYTES, holders: 0 };
    });
    if (!asked.readers.has(reader)) {
      reader.bytes += 2 * ENTRY_BYTES;
      reader.asked.push(asked);
    }
    asked.readers.set(reader, resultOf(asked));
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

  function addReader(onTouched: () => void): Reader {
    const reader: Reader = { onTouched, paths: [], asked: [], bytes: ENTRY_BYTES, isSealed: false };
    readers.add(reader);
    return reader;
  }

  function readsOf(reader: Reader): Reads {
    return {
      onTouched(call) {
        reader.onTouched = call;
      },
      all: () => ({ documents: reader.paths, queries: reader.asked.map((asked) => listed(asked, reader)) }),
      close: () => close(reader),
    };
  }

  return {
    record(store, onTouched) {
      const reader = addReader(onTouched);
      const isOpen = () => !reader.isSealed && readers.has(reader);
      return {
        ...readsOf(reader),
        store: recordReads(store, {
          documents(paths) {
            if (isOpen()) for (const path of paths) noteDocument(reader, path);
          },
          query(query, question, found) {
            if (isOpen()) noteQuery(reader, query, question, (asked) => found && resultFor(asked, found));
          },
        }),
        seal: () => seal(reader),
      };
    },
    restore(list, onTouched) {
      const reader = addReader(onTouched);
      for (const path of list.documents) noteDocument(reader, path);
      for (const { query, question, result } of list.queries) {
        noteQuery(reader, query, question, (asked) => result && restoredFor(asked, result));
      }
      return { ...readsOf(reader), bytes: seal(reader) };
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
  return setLatest(asked, queryResult(query, found));
}

function restoredFor(asked: AskedQuery, { paths, last }: ListedResult): SharedResult {
  const { latest } = asked;
  const isSame = latest?.paths.size === paths.length && paths.every((path) => latest.paths.has(path));
  if (isSame && sameContents(latest.last, last)) return latest;
  return setLatest(asked, { paths: new Set(paths), ...(last && { last }) });
}

function setLatest(asked: AskedQuery, result: QueryResult): SharedResult {
  let bytes = 2 * ENTRY_BYTES;
  for (const path of result.paths) bytes += textBytes(path) + ENTRY_BYTES;
  asked.latest = { ...result, bytes, holders: 0 };
  return asked.latest;
}

function listed({ query, question, readers }: AskedQuery, reader: Reader): ReadList['queries'][number] {
  const result = readers.get(reader);
  if (!result) return { query, question };
  const { paths, last } = result;
  return { query, question, result: { paths: [...paths], ...(last && { last }) } };
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
