import { setImmediate } from 'node:timers';
import { applyWrite, checkPrecondition, type HeldDocument } from '#core/documents/apply-write.ts';
import { type Collections, checkCollections } from '#core/documents/check-collections.ts';
import { checkAggregations, checkFollowed, checkPaths, checkQuery, checkTarget } from '#core/documents/check-query.ts';
import { type CheckedWrite, checkWrites, writtenVersions } from '#core/documents/check-writes.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createCommitRoom } from '#core/documents/document-bytes.ts';
import type { ParsedPath } from '#core/documents/document-path.ts';
import type { Aggregation, Committed, DocumentStore, Query } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import {
  type ChangeRetention,
  type ChangeSource,
  DEFAULT_CHANGE_RETENTION,
} from '#core/documents/listening/change-source.ts';
import { Listeners } from '#core/documents/listening/listeners.ts';
import {
  type ChangeAmount,
  changeSequence,
  readChangedAfter,
  readCommitAfter,
  readDocumentAt,
  trimChanges,
} from './change-log.ts';
import type { Database } from './database/database.ts';
import { createFileWatch } from './database/watch-file.ts';
import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { aggregate, aggregationSql } from './queries/aggregate.ts';
import { matchDeclaredIndexes } from './queries/declared-indexes.ts';
import { keysSql, queryKeys, sourceFor } from './queries/query-keys.ts';
import { scansOf } from './queries/query-scans.ts';
import {
  createDocumentReader,
  type ReadDocument,
  readDocumentsByKey,
  toData,
  type WrittenDocument,
} from './read-documents.ts';

export interface SqliteDocumentStoreOptions extends Pick<OpenDatabaseOptions, 'writeWaitMs' | 'role' | 'beforeMaking'> {
  /** The database file. Its folder must exist; SQLite creates more files beside it while it is open. */
  file: string;
  collections: readonly Collection[];
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  changeRetention?: ChangeRetention;
}

export interface SqliteDocumentStore extends DocumentStore {
  /**
   * The lines of SQLite's plan for a query, or aggregations over it. A line with SCAN means that no index finds the documents;
   * one with TEMP B-TREE, that no index provides their order.
   * @throws {InvalidQuery}
   */
  explainQuery(query: Query, aggregations?: Aggregation[]): string[];
}

/**
 * Documents in one SQLite file, for one machine; several processes may use it.
 * @throws {StoreUnavailable} with one sentence that names the file, if it cannot be used; it is left unchanged.
 * @throws {DatabaseInUse} for a second server, and if the schema must be changed while another process uses it.
 * @throws {TypeError} if a collection is declared wrongly.
 */
export function createSqliteDocumentStore(options: SqliteDocumentStoreOptions): SqliteDocumentStore {
  checkCollections(options.collections);
  return createStoreOn(openDatabase(options), options);
}

/** Creates the store on an open database, which it closes. */
export function createStoreOn(
  database: Database,
  {
    collections: declared,
    now = Date.now,
    changeRetention = DEFAULT_CHANGE_RETENTION,
  }: Pick<SqliteDocumentStoreOptions, 'collections' | 'now' | 'changeRetention'>,
): SqliteDocumentStore {
  const collections = checkCollections(declared);
  try {
    matchDeclaredIndexes(database, declared);
  } catch (error) {
    database.close();
    throw error;
  }
  let closed = false;
  const requireOpen = () => {
    if (closed) throw new StoreUnavailable(`The database ${database.file} is closed.`);
  };

  const { read, renew } = createDocumentReader(database, collections);
  const source = createChangeSource(database, collections, read);
  const listeners = new Listeners(source);
  const nextTurn = createTurns();
  const watch = createFileWatch(
    database,
    () => listeners.size > 0,
    () => listeners.deliver(),
  );

  return {
    async batchGet(paths) {
      await nextTurn();
      requireOpen();
      checkPaths(collections, paths);
      return paths.length === 1 ? source.documents(paths) : database.reading(() => source.documents(paths));
    },

    async commit(writes) {
      requireOpen();
      const checked = checkWrites(collections, writes);
      const { versions, written } = await database.writing(() =>
        writeCommit(database, collections, checked, { at: Math.trunc(now()), changeRetention }),
      );
      written.forEach(renew);
      listeners.deliver();
      return { versions };
    },

    async runQuery(query) {
      await nextTurn();
      requireOpen();
      checkQuery(collections, query);
      return database.reading(() => source.query(query));
    },

    async runAggregation(query, aggregations) {
      await nextTurn();
      requireOpen();
      checkQuery(collections, query);
      checkAggregations(aggregations);
      const chosen = sourceFor(collections, query);
      return database.reading(() => aggregate(database, chosen, query, aggregations));
    },

    listen(target, onSnapshot, options) {
      requireOpen();
      checkTarget(collections, target);
      watch.start();
      return listeners.listen(target, onSnapshot, options);
    },

    followChanges(names, onBatch, options) {
      requireOpen();
      const followed = checkFollowed(collections, names);
      watch.start();
      return listeners.follow(followed, onBatch, options);
    },

    async close() {
      if (closed) return;
      closed = true;
      watch.stop();
      listeners.close();
      database.close();
    },

    explainQuery(query, aggregations) {
      requireOpen();
      checkQuery(collections, query);
      return explainQuery(database, collections, query, aggregations);
    },
  };
}

function createChangeSource(database: Database, collections: Collections, read: ReadDocument): ChangeSource {
  return {
    consistently: (work) => database.reading(work),
    position() {
      const [epoch, version, trimmedVersion] = database.get('SELECT epoch, version, trimmed_version FROM store') ?? [];
      return { epoch: String(epoch), version: Number(version), trimmedVersion: Number(trimmedVersion) };
    },
    documents: (paths) => paths.map(read),
    query(query) {
      const keys = queryKeys(database, sourceFor(collections, query), query);
      return readDocumentsByKey(database, keys, query.select);
    },
    commitAfter: (version) => readCommitAfter(database, read, version),
    changedAfter: (version, collection, atMost) => readChangedAfter(database, version, collection, atMost),
    documentAt: (path, version) => readDocumentAt(database, read, path, version),
  };
}

/** Writes a commit with its changes, within a transaction, and trims the log of changes. */
function writeCommit(
  database: Database,
  collections: Collections,
  writes: readonly CheckedWrite[],
  { at, changeRetention }: { at: number; changeRetention: ChangeRetention },
): { versions: Committed['versions']; written: WrittenDocument[] } {
  const row = database.get('SELECT version, change_count, change_bytes FROM store') ?? [];
  const [last = 0, count = 0, bytes = 0] = row.map(Number);
  const version = last + 1;
  const added = writeDocuments(database, collections, writes, { version, at });
  const kept = { count: count + added.count, bytes: bytes + added.bytes };
  const cut = trimChanges(database, changeRetention, { version, at, kept, added });
  database.run(
    `UPDATE store SET version = ?, change_count = ?, change_bytes = ?, trimmed_version = max(trimmed_version, ?)`,
    version,
    kept.count - (cut?.trimmed.count ?? 0),
    kept.bytes - (cut?.trimmed.bytes ?? 0),
    cut?.trimmedVersion ?? 0,
  );
  return { versions: writtenVersions(writes, version), written: added.written };
}

/**
 * Applies validated writes to the documents and logs their changes. Call it within a transaction.
 * @returns the number of changes, the bytes of the previous contents, and the documents that exist now
 */
function writeDocuments(
  database: Database,
  collections: Collections,
  writes: readonly CheckedWrite[],
  { version, at }: { version: number; at: number },
): ChangeAmount & { written: WrittenDocument[] } {
  const added = { count: 0, bytes: 0, written: [] as WrittenDocument[] };
  const room = createCommitRoom();
  for (const write of writes) {
    const held = readHeld(database, write);
    if (write.kind === 'verify') {
      checkPrecondition(write, held);
      continue;
    }
    const applied = applyWrite(collections, write, held, at);
    if (applied) room.take(applied.json);
    if (!held && !applied) continue;
    logChange(database, write, held, changeSequence(version, added.count), at);
    added.count += 1;
    added.bytes += held?.bytes ?? 0;
    if (!applied) {
      database.run('DELETE FROM documents WHERE key = ?', held?.key ?? null);
      continue;
    }
    const { data, json } = applied;
    const times = write.kind === 'set' ? write.times : undefined;
    const { createdAt, updatedAt } = times ?? { createdAt: held?.createdAt ?? at, updatedAt: at };
    added.written.push({ document: { path: write.path, data, version, createdAt, updatedAt }, json });
    if (!held) {
      const insert =
        'INSERT INTO documents (collection, id, version, created_at, updated_at, data) VALUES (?, ?, ?, ?, ?, jsonb(?))';
      database.run(insert, write.collection, write.id, version, createdAt, updatedAt, json);
      continue;
    }
    const update = 'UPDATE documents SET version = ?, updated_at = ?, data = jsonb(?) WHERE key = ?';
    database.run(update, version, updatedAt, json, held.key);
    if (times) database.run('UPDATE documents SET created_at = ? WHERE key = ?', createdAt, held.key);
  }
  return added;
}

/** A document's row, and the stored bytes of its contents. */
interface HeldRow {
  key: number;
  bytes: number;
  createdAt: number;
}

function readHeld(database: Database, { collection, id }: ParsedPath): (HeldDocument & HeldRow) | undefined {
  const select = 'SELECT key, version, length(data), created_at FROM documents WHERE collection = ? AND id = ?';
  const row = database.get(select, collection, id);
  if (!row) return undefined;
  const [key, version, bytes, createdAt] = row.map(Number) as [number, number, number, number];
  const data = () => toData(database.get('SELECT json(data) FROM documents WHERE key = ?', key)?.[0]);
  return { key, version, bytes, createdAt, data };
}

function logChange(
  database: Database,
  { collection, id }: ParsedPath,
  held: { key: number } | undefined,
  sequence: number,
  at: number,
): void {
  if (!held) {
    database.run(
      'INSERT INTO changes (sequence, at, collection, id) VALUES (?, ?, ?, ?)',
      sequence,
      at,
      collection,
      id,
    );
    return;
  }
  database.run(
    `INSERT INTO changes
       (sequence, at, collection, id, before_version, before_created_at, before_updated_at, before)
     SELECT ?, ?, collection, id, version, created_at, updated_at, data FROM documents WHERE key = ?`,
    sequence,
    at,
    held.key,
  );
}

/** Milliseconds of reads before the event loop has its turn. */
const SLICE = 25;

/**
 * SQLite answers at once, so that code which awaits one read after the other would never let a request be received: a read that
 * comes after 25 ms of reads waits for a turn of the event loop.
 * @returns a function that returns what to wait for before a read; `undefined`: nothing
 */
function createTurns(): () => Promise<void> | undefined {
  /** When the reads of this turn began; `undefined` before the first one. */
  let since: number | undefined;
  return () => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      setImmediate(() => {
        since = undefined;
      });
    }
    return now - since < SLICE ? undefined : new Promise((resolve) => setImmediate(resolve));
  };
}

/** The lines of SQLite's plan for each statement of a query, or of aggregations over it. */
function explainQuery(
  database: Database,
  collections: Collections,
  query: Query,
  aggregations?: readonly Aggregation[],
): string[] {
  const wholly = aggregations !== undefined && query.limit === undefined && query.offset === undefined;
  const source = sourceFor(collections, query);
  const combinations = scansOf(query);
  const statements = combinations.flat().map((scan) => {
    if (wholly) return aggregationSql(source, query, scan, aggregations).sql;
    return keysSql(source, query, scan, combinations.length > 1).sql;
  });
  const plans = [...new Set(statements)].flatMap((sql) => database.all(`EXPLAIN QUERY PLAN ${sql}`));
  const lines = plans.map((row) => String(row[3]));
  if (source.indexed) return lines;
  // SQLite also calls it a search if it reads all documents of the collection or of a part of the index.
  return [...lines, `SCAN of collection ${query.collection}: no declared index holds all fields of the query`];
}
