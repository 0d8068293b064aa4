import { type Collections, checkCollections } from '#core/documents/check-collections.ts';
import { checkAggregations, checkFollowed, checkPaths, checkQuery, checkTarget } from '#core/documents/check-query.ts';
import { checkWrites, writtenVersions } from '#core/documents/check-writes.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { Aggregation, DocumentStore, Query } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import {
  type ChangeRetention,
  type ChangeSource,
  DEFAULT_CHANGE_RETENTION,
} from '#core/documents/listening/change-source.ts';
import { createListeners } from '#core/documents/listening/create-listeners.ts';
import { readChangedAfter, readCommitAfter, readDocumentAt, trimChanges } from './change-log.ts';
import type { Database } from './database/database.ts';
import { createTurns } from './database/take-turns.ts';
import { createFileWatch } from './database/watch-file.ts';
import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { aggregate } from './queries/aggregate.ts';
import { matchDeclaredIndexes } from './queries/declared-indexes.ts';
import { explainQuery } from './queries/explain-query.ts';
import { queryKeys, sourceFor } from './queries/query-keys.ts';
import { createDocumentReader, type ReadDocument, readDocumentsByKey } from './read-documents.ts';
import { writeDocuments } from './write-documents.ts';

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
  const listeners = createListeners(source);
  const nextTurn = createTurns();
  const watch = createFileWatch(database, () => listeners.size > 0, listeners.deliver);

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
      const { versions, written } = await database.writing(() => {
        const at = Math.trunc(now());
        const row = database.get('SELECT version, change_count, change_bytes FROM store') ?? [];
        const [last = 0, count = 0, bytes = 0] = row.map(Number);
        const version = last + 1;
        const added = writeDocuments(database, collections, checked, { version, at });
        const kept = { count: count + added.count, bytes: bytes + added.bytes };
        const cut = trimChanges(database, changeRetention, { version, at, kept, added });
        database.run(
          `UPDATE store SET version = ?, change_count = ?, change_bytes = ?, trimmed_version = max(trimmed_version, ?)`,
          version,
          kept.count - (cut?.trimmed.count ?? 0),
          kept.bytes - (cut?.trimmed.bytes ?? 0),
          cut?.trimmedVersion ?? 0,
        );
        return { versions: writtenVersions(checked, version), written: added.written };
      });
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
