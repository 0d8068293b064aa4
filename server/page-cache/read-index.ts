import { sameContents } from '#core/documents/compare-values.ts';
import type { Document, DocumentPath, DocumentReader, FeedChange, Query } from '#core/documents/document-store.ts';
import type { Position } from '#core/documents/match-query.ts';
import { createAlarm, type SetAlarm } from '../jobs/alarm.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { changesAnswer, isResult, type QueryResult, type Question, queryChange, queryResult } from './query-change.ts';

/** What was read, as JSON. */
export interface ReadList {
  documents: DocumentPath[];
  queries: { query: Query; question: Question; result?: ListedResult }[];
  /** From when on what was read says something else, in milliseconds since 1970. */
  until?: number;
}

interface ListedResult {
  paths: DocumentPath[];
  last?: Position;
}

/**
 * Records what pages and remembered answers were made from, and notifies them when a change affects it, or the time until which it was
 * true is over.
 */
export interface ReadIndex extends ChangeReceiver {
  /** @param onTouched called when a change affects one of the reads, even before all are recorded. */
  record(onTouched: () => void): Reads;
  /** Adds reads of an earlier process, sealed. */
  restore(list: ReadList, onTouched: () => void): Reads;
  /** Memory in bytes of what sealed reads share: queries and their results. */
  sharedBytes(): number;
}

/** What an index knows. */
interface Recorded {
  all: Set<Reads>;
  documents: Map<DocumentPath, Set<Reads>>;
  /** By collection, and by the query as text. */
  queries: Map<string, Map<string, TrackedQuery>>;
  sharedBytes: number;
  /** Those that a time ends. */
  timed: Set<Reads>;
  /** To be called when one was added. */
  onTimed: (until: number) => void;
}

/** Something that sealed reads share: it is counted while one has it. */
interface Shared {
  bytes: number;
  holders: number;
}

type SharedResult = QueryResult & Shared;

interface TrackedQuery extends Shared {
  key: string;
  query: Query;
  question: Question;
  /** The result that each reader got; `undefined` until then. */
  readers: Map<Reads, SharedResult | undefined>;
  /** The latest result. Most readers have it: pages that ask the same are rendered again when the answer changes. */
  latest?: SharedResult;
}

/** The reads of one render or answer, kept as long as its result. */
export class Reads {
  /** Called when a change affects one of them. */
  onTouched: () => void;
  /** Their memory in bytes, apart from what they share with others. */
  bytes = ENTRY_BYTES;
  /** From when on they say something else, in milliseconds since 1970. */
  until: number | undefined;
  readonly #recorded: Recorded;
  readonly #paths: DocumentPath[] = [];
  readonly #asked: TrackedQuery[] = [];
  #isSealed = false;

  constructor(recorded: Recorded, onTouched: () => void) {
    this.#recorded = recorded;
    this.onTouched = onTouched;
    recorded.all.add(this);
  }

  /** A store that records what is read through it: when a read begins, and for a query again when its documents are known. */
  through(store: DocumentReader): DocumentReader {
    return {
      batchGet: (paths) => {
        for (const path of paths) this.addDocument(path);
        return store.batchGet(paths);
      },
      runQuery: async (query) => {
        this.addQuery(query, 'documents');
        const found = await store.runQuery(query);
        this.addQuery(query, 'documents', (asked) => resultFor(asked, found));
        return found;
      },
      runAggregation: (query, aggregations) => {
        this.addQuery(query, aggregations.every(({ kind }) => kind === 'count') ? 'count' : 'aggregate');
        return store.runAggregation(query, aggregations);
      },
      until: (moment) => this.addMoment(moment),
    };
  }

  addMoment(moment: number): void {
    if (!this.#isOpen() || moment >= (this.until ?? Number.POSITIVE_INFINITY)) return;
    this.until = moment;
    this.#recorded.timed.add(this);
    this.#recorded.onTimed(moment);
  }

  addDocument(path: DocumentPath): void {
    if (!this.#isOpen()) return;
    const readers = getOrAdd(this.#recorded.documents, path, () => new Set<Reads>());
    if (readers.has(this)) return;
    readers.add(this);
    this.bytes += textBytes(path) + 3 * ENTRY_BYTES;
    this.#paths.push(path);
  }

  /** @param resultOf the result, if it is known */
  addQuery(query: Query, question: Question, resultOf?: (asked: TrackedQuery) => SharedResult): void {
    if (!this.#isOpen()) return;
    const inCollection = getOrAdd(this.#recorded.queries, query.collection, () => new Map<string, TrackedQuery>());
    const key = JSON.stringify([question, query]);
    const asked = getOrAdd(inCollection, key, () => {
      return { key, query, question, readers: new Map(), bytes: 2 * textBytes(key) + 4 * ENTRY_BYTES, holders: 0 };
    });
    if (!asked.readers.has(this)) {
      this.bytes += 2 * ENTRY_BYTES;
      this.#asked.push(asked);
    }
    asked.readers.set(this, resultOf?.(asked));
  }

  /** Stops recording, because the result is complete, and counts what is shared from now on. */
  seal(): void {
    this.#isSealed = true;
    for (const shared of this.#shared()) {
      if (shared.holders === 0) this.#recorded.sharedBytes += shared.bytes;
      shared.holders += 1;
    }
  }

  /** Their memory in bytes if nobody shared anything with them. */
  bytesAlone(): number {
    return this.#shared().reduce((sum, shared) => sum + shared.bytes, this.bytes);
  }

  /** What was read, to keep it over a restart. */
  list(): ReadList {
    return {
      documents: this.#paths,
      queries: this.#asked.map((asked) => listed(asked, this)),
      ...(this.until !== undefined && { until: this.until }),
    };
  }

  /** Drops them. */
  close(): void {
    const { all, documents, queries, timed } = this.#recorded;
    if (!all.delete(this)) return;
    timed.delete(this);
    if (this.#isSealed) {
      for (const shared of this.#shared()) {
        shared.holders -= 1;
        if (shared.holders === 0) this.#recorded.sharedBytes -= shared.bytes;
      }
    }
    for (const path of this.#paths) {
      const readers = documents.get(path);
      if (readers?.delete(this) && readers.size === 0) documents.delete(path);
    }
    for (const { key, query, readers } of this.#asked) {
      readers.delete(this);
      if (readers.size === 0) queries.get(query.collection)?.delete(key);
    }
  }

  #isOpen(): boolean {
    return !this.#isSealed && this.#recorded.all.has(this);
  }

  #shared(): Shared[] {
    return this.#asked.flatMap((asked): Shared[] => {
      const result = asked.readers.get(this);
      return result ? [asked, result] : [asked];
    });
  }
}

export interface ReadIndexOptions {
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
  setAlarm?: SetAlarm | undefined;
}

/** @see ReadIndex */
export function createReadIndex({ now = Date.now, setAlarm }: ReadIndexOptions = {}): ReadIndex {
  let next = Number.POSITIVE_INFINITY;
  const timed = new Set<Reads>();
  const alarm = createAlarm(() => {
    const at = now();
    const over = [...timed].filter(({ until = at }) => until <= at);
    for (const reads of over) timed.delete(reads);
    next = Number.POSITIVE_INFINITY;
    for (const { until } of timed) if (until !== undefined) expect(until);
    for (const reads of over) reads.onTouched();
  }, setAlarm);
  function expect(until: number): void {
    if (until >= next) return;
    next = until;
    alarm.set(next - now());
  }
  const recorded: Recorded = {
    ...{ all: new Set(), documents: new Map(), queries: new Map(), sharedBytes: 0 },
    ...{ timed, onTimed: expect },
  };
  return {
    record: (onTouched) => new Reads(recorded, onTouched),
    restore(list, onTouched) {
      const reads = new Reads(recorded, onTouched);
      for (const path of list.documents) reads.addDocument(path);
      if (list.until !== undefined) reads.addMoment(list.until);
      for (const { query, question, result } of list.queries) {
        reads.addQuery(query, question, result && ((asked) => restoredFor(asked, result)));
      }
      reads.seal();
      return reads;
    },
    apply(changes) {
      const touched = new Set<Reads>();
      for (const change of changes) findTouched(recorded, change, touched);
      for (const reads of touched) reads.onTouched();
    },
    touchAll() {
      for (const reads of [...recorded.all]) reads.onTouched();
    },
    sharedBytes: () => recorded.sharedBytes,
  };
}

function findTouched({ documents, queries }: Recorded, change: FeedChange, touched: Set<Reads>): void {
  for (const reads of documents.get(change.path) ?? []) touched.add(reads);
  const collection = change.path.slice(0, change.path.indexOf('/'));
  for (const { query, question, readers } of queries.get(collection)?.values() ?? []) {
    const effect = queryChange(query, change);
    if (!effect) continue;
    // Most readers share the latest result.
    let judged: { result: SharedResult | undefined; isChanged: boolean } | undefined;
    for (const [reads, result] of readers) {
      if (judged?.result !== result || !judged) judged = { result, isChanged: changesAnswer(effect, question, result) };
      if (judged.isChanged) touched.add(reads);
    }
  }
}

/** The result of a query, shared with those who got the same one before. */
function resultFor(asked: TrackedQuery, found: Document[]): SharedResult {
  const { latest, query } = asked;
  if (latest && isResult(latest, query, found)) return latest;
  return setLatest(asked, queryResult(query, found));
}

function restoredFor(asked: TrackedQuery, { paths, last }: ListedResult): SharedResult {
  const { latest } = asked;
  const isSame = latest?.paths.size === paths.length && paths.every((path) => latest.paths.has(path));
  if (isSame && sameContents(latest.last, last)) return latest;
  return setLatest(asked, { paths: new Set(paths), ...(last && { last }) });
}

function setLatest(asked: TrackedQuery, result: QueryResult): SharedResult {
  let bytes = 2 * ENTRY_BYTES;
  for (const path of result.paths) bytes += textBytes(path) + ENTRY_BYTES;
  asked.latest = { ...result, bytes, holders: 0 };
  return asked.latest;
}

function listed({ query, question, readers }: TrackedQuery, reads: Reads): ReadList['queries'][number] {
  const result = readers.get(reads);
  if (!result) return { query, question };
  const { paths, last } = result;
  return { query, question, result: { paths: [...paths], ...(last && { last }) } };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
