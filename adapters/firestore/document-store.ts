import { checkCollections } from '#core/documents/check-collections.ts';
import { checkAggregations, checkFollowed, checkPaths, checkQuery, checkTarget } from '#core/documents/check-query.ts';
import type { Collection } from '#core/documents/collection.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentStore, StoreUsage } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { pickFields } from '#core/documents/listening/follow-feed.ts';
import { createChangeFeed } from './change-feed.ts';
import { createCommit } from './commit-writes.ts';
import { type Connection, connect, type FirestoreAddress } from './connect.ts';
import { createKnownFields } from './feed-documents.ts';
import { listenToTarget } from './listen-documents.ts';
import { createDocumentReader } from './read-documents.ts';

export interface FirestoreDocumentStoreOptions extends FirestoreAddress {
  collections: readonly Collection[];
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
}

export interface FirestoreDocumentStore extends DocumentStore {
  /** What this process has used so far. */
  usage(): StoreUsage;
}

/**
 * Documents in Firestore, for any number of processes. The client is loaded, and the service connected to, with the first request.
 * @throws {TypeError} if a collection is declared wrongly.
 */
export function createFirestoreDocumentStore(options: FirestoreDocumentStoreOptions): FirestoreDocumentStore {
  return createStoreOn(connect(options), options);
}

/** Documents at a connection, which is closed with the store. */
export function createStoreOn(
  connection: Connection,
  { collections: declared, now = Date.now }: Pick<FirestoreDocumentStoreOptions, 'collections' | 'now'>,
): FirestoreDocumentStore {
  const collections = checkCollections(declared);
  const known = createKnownFields();
  const stops = new Set<() => void>();
  let isClosed = false;

  const noteRead = ({ path, version, data }: Document) => {
    const fields = collections.get(parsePath(path)?.collection ?? '')?.feed ?? [];
    known.note(path, version, pickFields(data, fields));
  };
  const reader = createDocumentReader(connection, collections, noteRead);
  const feed = createChangeFeed(connection);
  const commit = createCommit({ connection, collections, reader, known, now, onCommitted: feed.told });
  const requireOpen = () => {
    if (isClosed) throw new StoreUnavailable('The document store is closed');
  };
  const untilStopped = (stop: () => void) => {
    const ended = () => {
      stops.delete(ended);
      stop();
    };
    stops.add(ended);
    return ended;
  };

  return {
    usage: () => ({ ...connection.usage }),
    async batchGet(paths) {
      requireOpen();
      checkPaths(collections, paths);
      return reader.get(paths);
    },
    async commit(writes) {
      requireOpen();
      return commit(writes);
    },
    async runQuery(query) {
      requireOpen();
      checkQuery(collections, query);
      return reader.query(query);
    },
    async runAggregation(query, aggregations) {
      requireOpen();
      checkQuery(collections, query);
      checkAggregations(aggregations);
      return reader.aggregate(query, aggregations);
    },
    listen(target, onSnapshot, options) {
      requireOpen();
      checkTarget(collections, target);
      return untilStopped(listenToTarget(connection, collections, target, onSnapshot, options));
    },
    followChanges(names, onBatch, options) {
      requireOpen();
      checkFollowed(collections, names);
      return untilStopped(feed.follow(names, onBatch, options));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const stop of stops) stop();
      feed.close();
      await connection.close();
    },
  };
}
