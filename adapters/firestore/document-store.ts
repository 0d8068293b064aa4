import { type Collections, checkCollections } from '#core/documents/check-collections.ts';
import { checkAggregations, checkFollowed, checkPaths, checkQuery, checkTarget } from '#core/documents/check-query.ts';
import type { Collection } from '#core/documents/collection.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type {
  Document,
  DocumentChange,
  DocumentPath,
  DocumentStore,
  FeedChange,
  ListenOptions,
  ListenTarget,
  Snapshot,
  StoreUsage,
} from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { pickFields } from '#core/documents/listening/follow-feed.ts';
import { createComparePositions, matchesQuery, positionOf } from '#core/documents/match-query.ts';
import { ChangeFeed } from './change-feed.ts';
import { createCommit } from './commit-writes.ts';
import { type Connection, connect, type FirestoreAddress } from './connect.ts';
import { createKnownFields } from './feed-documents.ts';
import type { RpcDocument } from './firestore-rpc.ts';
import { openListenStream, type StreamTarget } from './listen-stream.ts';
import { createDocumentReader, structuredQuery } from './read-documents.ts';
import { pathOfName, toDocument } from './stored-document.ts';

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
  const feed = new ChangeFeed(connection);
  const onCommitted = (nonce: string, changes: readonly FeedChange[]) => feed.told(nonce, changes);
  const commit = createCommit({ connection, collections, reader, known, now, onCommitted });
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

/**
 * Listens to documents or a query. A snapshot may hold the changes of several commits. Resume tokens are not accepted: every
 * listener begins with the whole state, which the port allows. The stream is opened again for more documents where the service
 * counts some that have an array or an object in an ordered field; then the state is told anew.
 * @returns a function that stops listening
 */
function listenToTarget(
  connection: Connection,
  collections: Collections,
  target: ListenTarget,
  onSnapshot: (snapshot: Snapshot) => void,
  { onError }: ListenOptions,
): () => void {
  /** The documents that the service gives; `undefined` for one that does not match the query. */
  let found = new Map<DocumentPath, Document | undefined>();
  let known = new Map<DocumentPath, Document>();
  const name = crypto.randomUUID();
  let count = 0;
  const inOrder = orderOf(target);
  const isInside = (document: Document) => 'documents' in target || matchesQuery(target.query, document.data);
  const limit = 'query' in target ? target.query.limit : undefined;
  /** Documents asked for beyond the limit, as so many of those that the service gives do not match. */
  let more = 0;

  function tell(kind: Snapshot['kind'], changes: DocumentChange[]): void {
    count += 1;
    onSnapshot({ kind, changes, resumeToken: `${name}.${count}` });
  }

  function take(stored: ReadonlyMap<string, RpcDocument | undefined>, isReset: boolean): void {
    if (isReset) found = new Map();
    for (const [name, each] of stored) {
      const path = pathOfName(name);
      const collection = collections.get(parsePath(path)?.collection ?? '');
      const document = each && collection && toDocument(each, collection);
      if (document) found.set(path, isInside(document) ? document : undefined);
      else found.delete(path);
    }
    const matching = [...found.values()].filter((document) => document !== undefined);
    if (limit !== undefined && matching.length < limit && found.size >= limit + more) {
      more = found.size - matching.length;
      stop();
      stop = open();
      return;
    }
    const documents = inOrder(matching).slice(0, limit);
    const next = new Map(documents.map((document) => [document.path, document]));
    const former = known;
    known = next;
    if (isReset) {
      tell(
        'state',
        documents.map((document) => ({ kind: 'added', path: document.path, document })),
      );
      return;
    }
    const changes = changesBetween(former, next, inOrder);
    if (changes.length > 0) tell('changes', changes);
  }

  function open(): () => void {
    const asked = streamTarget(connection, target, more);
    if (asked) return openListenStream(connection, asked, { onSnapshot: take, onError });
    let isEnded = false;
    queueMicrotask(() => isEnded || tell('state', []));
    return () => {
      isEnded = true;
    };
  }

  let stop = open();
  return () => stop();
}

/**
 * @param more documents beyond the limit of a query
 * @returns `undefined` if nothing can match
 */
function streamTarget({ root }: Connection, target: ListenTarget, more: number): StreamTarget | undefined {
  if ('documents' in target) {
    const documents = [...new Set(target.documents)].map((path) => `${root}/${path}`);
    return documents.length > 0 ? { documents } : undefined;
  }
  const { limit, ...unlimited } = target.query;
  if (limit === 0) return undefined;
  const query = structuredQuery({ ...unlimited, ...(limit !== undefined && { limit: limit + more }) }, root);
  return query && { query };
}

/** Removed documents first, then added and modified ones in the order of the target. */
function changesBetween(
  former: ReadonlyMap<DocumentPath, Document>,
  next: ReadonlyMap<DocumentPath, Document>,
  inOrder: (documents: Document[]) => Document[],
): DocumentChange[] {
  const removed = [...former.keys()].filter((path) => !next.has(path));
  const written = inOrder([...next.values()].filter(({ path, version }) => former.get(path)?.version !== version));
  return [
    ...removed.map((path): DocumentChange => ({ kind: 'removed', path })),
    ...written.map(
      (document): DocumentChange => ({
        kind: former.has(document.path) ? 'modified' : 'added',
        path: document.path,
        document,
      }),
    ),
  ];
}

function orderOf(target: ListenTarget): (documents: Document[]) => Document[] {
  if ('documents' in target) {
    const places = new Map(target.documents.map((path, index) => [path, index]));
    return (documents) => documents.sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0));
  }
  const { query } = target;
  const compare = createComparePositions(query);
  return (documents) =>
    documents
      .map((document) => ({ document, position: positionOf(query, document) }))
      .sort((a, b) => compare(a.position, b.position))
      .map(({ document }) => document);
}
