import { applyWrite, checkPrecondition } from '#core/documents/apply-write.ts';
import { type Collections, checkCollections } from '#core/documents/check-collections.ts';
import { checkAggregations, checkFollowed, checkPaths, checkQuery, checkTarget } from '#core/documents/check-query.ts';
import { checkWrites, writtenVersions } from '#core/documents/check-writes.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createCommitRoom } from '#core/documents/document-bytes.ts';
import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type {
  Aggregation,
  Document,
  DocumentData,
  DocumentPath,
  DocumentStore,
  Query,
} from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { getField } from '#core/documents/field-path.ts';
import {
  type ChangeRetention,
  type ChangeSource,
  DEFAULT_CHANGE_RETENTION,
  type LoggedCommit,
} from '#core/documents/listening/change-source.ts';
import { pickFields } from '#core/documents/listening/follow-feed.ts';
import { Listeners } from '#core/documents/listening/listeners.ts';
import { createComparePositions, matchesQuery, positionOf } from '#core/documents/match-query.ts';

export interface MemoryDocumentStoreOptions {
  collections: readonly Collection[];
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  changeRetention?: ChangeRetention;
}

/** A simple store for tests: every query scans its whole collection. */
export function createMemoryDocumentStore({
  collections: declared,
  now = Date.now,
  changeRetention = DEFAULT_CHANGE_RETENTION,
}: MemoryDocumentStoreOptions): DocumentStore {
  const collections = checkCollections(declared);
  const held = new HeldDocuments(collections, changeRetention);
  const listeners = new Listeners(held);
  let closed = false;
  const requireOpen = () => {
    if (closed) throw new StoreUnavailable('The document store is closed');
  };

  return {
    async batchGet(paths) {
      requireOpen();
      checkPaths(collections, paths);
      return held.documents(paths);
    },

    async commit(writes) {
      requireOpen();
      const checked = checkWrites(collections, writes);
      const at = Math.trunc(now());
      const version = held.position().version + 1;
      const room = createCommitRoom();
      const entries = checked.flatMap((write): LogEntry | [] => {
        const { path, collection, id } = write;
        const before = held.get(path);
        if (write.kind === 'verify') {
          checkPrecondition(write, before);
          return [];
        }
        const known = before && { version: before.version, data: () => before.data };
        const applied = applyWrite(collections, write, known, at);
        if (applied) room.take(applied.json);
        const times = (write.kind === 'set' && write.times) || { createdAt: before?.createdAt ?? at, updatedAt: at };
        const after: Document | undefined = applied && { path, data: applied.data, version, ...times };
        return { version, at, collection, id, before, after };
      });
      held.put(version, entries);
      listeners.deliver();
      return { versions: writtenVersions(checked, version) };
    },

    async runQuery(query) {
      requireOpen();
      checkQuery(collections, query);
      return held.query(query);
    },

    async runAggregation(query, aggregations) {
      requireOpen();
      checkQuery(collections, query);
      checkAggregations(aggregations);
      const documents = held.select(query);
      return aggregations.map((aggregation) => aggregate(documents, aggregation));
    },

    listen(target, onSnapshot, options) {
      requireOpen();
      checkTarget(collections, target);
      return listeners.listen(target, onSnapshot, options);
    },

    followChanges(names, onBatch, options) {
      requireOpen();
      const followed = checkFollowed(collections, names);
      return listeners.follow(followed, onBatch, options);
    },

    async close() {
      closed = true;
      listeners.close();
    },
  };
}

/** The documents of a store, and their changes. */
class HeldDocuments implements ChangeSource {
  readonly #documents: ReadonlyMap<string, Map<string, Document>>;
  readonly #log: ChangeLog;
  readonly #epoch = crypto.randomUUID();
  #version = 0;

  constructor(collections: Collections, retention: ChangeRetention) {
    this.#documents = new Map(Array.from(collections.keys(), (name) => [name, new Map()]));
    this.#log = new ChangeLog(retention);
  }

  get(path: DocumentPath): Document | undefined {
    const parsed = parsePath(path);
    return parsed && this.#documents.get(parsed.collection)?.get(parsed.id);
  }

  select(query: Query): Document[] {
    return selectDocuments(query, this.#documents.get(query.collection)?.values() ?? []);
  }

  /** Puts a commit into effect. */
  put(version: number, entries: readonly LogEntry[]): void {
    this.#version = version;
    for (const { collection, id, after } of entries) {
      if (after) this.#documents.get(collection)?.set(id, after);
      else this.#documents.get(collection)?.delete(id);
    }
    this.#log.append(entries.filter(({ before, after }) => before || after));
  }

  consistently<T>(read: () => T): T {
    return read();
  }

  position() {
    return { epoch: this.#epoch, version: this.#version, trimmedVersion: this.#log.trimmedVersion };
  }

  documents(paths: readonly DocumentPath[]): (Document | undefined)[] {
    return paths.map((path) => copy(this.get(path)));
  }

  query(query: Query): Document[] {
    return this.select(query).map(copy);
  }

  commitAfter(after: number): LoggedCommit | undefined {
    const entries = this.#log.entriesAfter(after);
    const first = entries[0];
    if (!first) return undefined;
    const changes = entries
      .filter((entry) => entry.version === first.version)
      .map(({ collection, id, before, after: document }) => ({
        path: documentPath(collection, id),
        collection,
        before: copy(before)?.data,
        document: copy(document),
        fields: (names: readonly string[]) => ({
          before: copy(pickFields(before?.data, names)),
          after: copy(pickFields(document?.data, names)),
        }),
      }));
    return { version: first.version, changes };
  }

  changedAfter(after: number, collection: string, atMost: number): DocumentPath[] {
    const entries = this.#log.entriesAfter(after).filter((entry) => entry.collection === collection);
    return [...new Set(entries.map(({ id }) => documentPath(collection, id)))].slice(0, atMost);
  }

  documentAt(path: DocumentPath, at: number): Document | undefined {
    const next = this.#log.firstAfter(at, path);
    return copy(next ? next.before : this.get(path));
  }
}

/** So that callers cannot modify stored documents. */
function copy<T extends Document | DocumentData | null | undefined>(value: T): T {
  return structuredClone(value);
}

function aggregate(documents: readonly Document[], aggregation: Aggregation): number | null {
  if (aggregation.kind === 'count') return documents.length;
  const numbers = documents
    .map(({ data }) => getField(data, aggregation.field))
    .filter((value) => typeof value === 'number');
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (aggregation.kind === 'sum') return sum;
  return numbers.length > 0 ? sum / numbers.length : null;
}

/** One write in the log: the document before and after. */
interface LogEntry {
  version: number;
  at: number;
  collection: string;
  id: string;
  before: Document | undefined;
  after: Document | undefined;
}

/** The changes of a store, oldest first. The last commit is never trimmed. */
class ChangeLog {
  readonly #retention: ChangeRetention;
  #entries: (LogEntry & { bytes: number })[] = [];
  #bytes = 0;
  trimmedVersion = 0;

  constructor(retention: ChangeRetention) {
    this.#retention = retention;
  }

  append(entries: readonly LogEntry[]): void {
    const sized = entries.map((entry) => ({ ...entry, bytes: bytesOf(entry) }));
    this.#entries.push(...sized);
    this.#bytes += sized.reduce((sum, entry) => sum + entry.bytes, 0);
    const newest = entries.at(-1);
    if (newest) this.#trim(newest);
  }

  entriesAfter(version: number): LogEntry[] {
    return this.#entries.filter((entry) => entry.version > version);
  }

  firstAfter(version: number, path: DocumentPath): LogEntry | undefined {
    return this.#entries.find((entry) => entry.version > version && documentPath(entry.collection, entry.id) === path);
  }

  #trim(newest: LogEntry): void {
    const excess = this.#entries.length - this.#retention.rows;
    const byRows = excess > 0 ? (this.#entries[excess - 1]?.version ?? 0) : 0;
    const byAge = this.#entries.findLast(({ at }) => at < newest.at - this.#retention.ageMs)?.version ?? 0;
    const cut = Math.min(Math.max(byRows, byAge, this.#lastByBytes()), newest.version - 1);
    if (cut <= this.trimmedVersion) return;
    this.trimmedVersion = cut;
    this.#entries = this.#entries.filter(({ version }) => version > cut);
    this.#bytes = this.#entries.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  #lastByBytes(): number {
    let left = this.#bytes;
    let last = 0;
    for (const entry of this.#entries) {
      if (left <= this.#retention.bytes) break;
      left -= entry.bytes;
      last = entry.version;
    }
    return last;
  }
}

function bytesOf({ before }: LogEntry): number {
  return before ? Buffer.byteLength(JSON.stringify(before.data)) : 0;
}

/** The result of a query over all documents of its collection. */
function selectDocuments(query: Query, documents: Iterable<Document>): Document[] {
  const comparePositions = createComparePositions(query);
  const { startAfter, offset = 0, limit = Number.POSITIVE_INFINITY } = query;
  return Array.from(documents)
    .filter(({ data }) => matchesQuery(query, data))
    .map((document) => ({ document, position: positionOf(query, document) }))
    .filter(({ position }) => !startAfter || comparePositions(position, startAfter) > 0)
    .sort((a, b) => comparePositions(a.position, b.position))
    .slice(offset, offset + limit)
    .map(({ document }) => document);
}
