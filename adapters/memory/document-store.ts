import { applyWrite, checkPrecondition } from '#core/documents/apply-write.ts';
import { checkCollections } from '#core/documents/check-collections.ts';
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
} from '#core/documents/listening/change-source.ts';
import { createListeners } from '#core/documents/listening/create-listeners.ts';
import { pickFields } from '#core/documents/listening/follow-feed.ts';
import { matchesQuery, positionOf } from '#core/documents/match-query.ts';
import { createComparePositions } from '#core/documents/query-order.ts';

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
  const held = new Map<string, Map<string, Document>>(Array.from(collections.keys(), (name) => [name, new Map()]));
  const log = createChangeLog(changeRetention);
  const epoch = crypto.randomUUID();
  let version = 0;
  let closed = false;

  const requireOpen = () => {
    if (closed) throw new StoreUnavailable('The document store is closed');
  };
  const documentsOf = (collection: string) => held.get(collection) ?? new Map<string, Document>();
  const get = (path: DocumentPath) => {
    const parsed = parsePath(path);
    return parsed && documentsOf(parsed.collection).get(parsed.id);
  };
  const select = (query: Query) => selectDocuments(query, documentsOf(query.collection).values());

  const source: ChangeSource = {
    consistently: (read) => read(),
    position: () => ({ epoch, version, trimmedVersion: log.trimmedVersion }),
    documents: (paths) => paths.map((path) => copy(get(path))),
    query: (query) => select(query).map(copy),
    commitAfter(after) {
      const entries = log.entriesAfter(after);
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
    },
    changedAfter(after, collection, atMost) {
      const entries = log.entriesAfter(after).filter((entry) => entry.collection === collection);
      return [...new Set(entries.map(({ id }) => documentPath(collection, id)))].slice(0, atMost);
    },
    documentAt(path, at) {
      const next = log.firstAfter(at, path);
      return copy(next ? next.before : get(path));
    },
  };
  const listeners = createListeners(source);

  return {
    async batchGet(paths) {
      requireOpen();
      checkPaths(collections, paths);
      return source.documents(paths);
    },

    async commit(writes) {
      requireOpen();
      const checked = checkWrites(collections, writes);
      const at = Math.trunc(now());
      const next = version + 1;
      const room = createCommitRoom();
      const entries = checked.flatMap((write): LogEntry | [] => {
        const { path, collection, id } = write;
        const before = get(path);
        if (write.kind === 'verify') {
          checkPrecondition(write, before);
          return [];
        }
        const held = before && { version: before.version, data: () => before.data };
        const applied = applyWrite(collections, write, held, at);
        if (applied) room.take(applied.json);
        const times = (write.kind === 'set' && write.times) || { createdAt: before?.createdAt ?? at, updatedAt: at };
        const after: Document | undefined = applied && { path, data: applied.data, version: next, ...times };
        return { version: next, at, collection, id, before, after };
      });
      version = next;
      for (const { collection, id, after } of entries) {
        if (after) documentsOf(collection).set(id, after);
        else documentsOf(collection).delete(id);
      }
      log.append(entries.filter(({ before, after }) => before || after));
      listeners.deliver();
      return { versions: writtenVersions(checked, next) };
    },

    async runQuery(query) {
      requireOpen();
      checkQuery(collections, query);
      return source.query(query);
    },

    async runAggregation(query, aggregations) {
      requireOpen();
      checkQuery(collections, query);
      checkAggregations(aggregations);
      const documents = select(query);
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

/** The changes of a store, oldest first. */
export interface ChangeLog {
  readonly trimmedVersion: number;
  append(entries: readonly LogEntry[]): void;
  entriesAfter(version: number): LogEntry[];
  firstAfter(version: number, path: DocumentPath): LogEntry | undefined;
}

/** An in-memory log. The last commit is never trimmed. */
function createChangeLog(retention: ChangeRetention): ChangeLog {
  let log: (LogEntry & { bytes: number })[] = [];
  let bytes = 0;
  let trimmedVersion = 0;

  const trim = (newest: LogEntry) => {
    const excess = log.length - retention.rows;
    const byRows = excess > 0 ? (log[excess - 1]?.version ?? 0) : 0;
    const byAge = log.findLast(({ at }) => at < newest.at - retention.ageMs)?.version ?? 0;
    const cut = Math.min(Math.max(byRows, byAge, lastByBytes()), newest.version - 1);
    if (cut <= trimmedVersion) return;
    trimmedVersion = cut;
    log = log.filter(({ version }) => version > cut);
    bytes = log.reduce((sum, entry) => sum + entry.bytes, 0);
  };

  const lastByBytes = () => {
    let left = bytes;
    let last = 0;
    for (const entry of log) {
      if (left <= retention.bytes) break;
      left -= entry.bytes;
      last = entry.version;
    }
    return last;
  };

  return {
    get trimmedVersion() {
      return trimmedVersion;
    },
    append(entries) {
      const sized = entries.map((entry) => ({ ...entry, bytes: bytesOf(entry) }));
      log.push(...sized);
      bytes += sized.reduce((sum, entry) => sum + entry.bytes, 0);
      const newest = entries.at(-1);
      if (newest) trim(newest);
    },
    entriesAfter: (version) => log.filter((entry) => entry.version > version),
    firstAfter: (version, path) =>
      log.find((entry) => entry.version > version && documentPath(entry.collection, entry.id) === path),
  };
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
