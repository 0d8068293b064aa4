import { parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentPath, DocumentReader, FeedChange, Query } from '#core/documents/document-store.ts';
import { createComparePositions, matchesQuery, type Position, positionOf } from '#core/documents/match-query.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import { ENTRY_BYTES, textBytes, valueBytes } from './held-bytes.ts';
import { queryChange } from './query-change.ts';

/** Maximum memory of all documents in bytes, maximum queries, and documents of one. Source: Meki's own. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_LISTS = 2_000;
const MAX_LISTED = 50;

/** Attempts to answer a query from memory while changes arrive. */
const ATTEMPTS = 3;

/** The result of a query: paths with their sort keys, in order. It is never changed in place. */
interface List {
  query: Query;
  entries: readonly { path: DocumentPath; position: Position }[];
  /** Whether the limit was reached, so that more documents may match. */
  isCut: boolean;
}

/** The changes since a read began: what it reads may be older. */
type Flight = { changes: FeedChange[]; isStale: boolean };

/**
 * Reads the documents of some collections through a memory, for databases that bill each document. Changes tell which documents to
 * read again, and where they are in the results of queries, so that a page whose list has changed reads the changed document alone.
 * Answers may be shared: do not modify them.
 */
export function rememberDocuments(
  store: DocumentReader,
  collections: readonly string[],
  { maxBytes = MAX_BYTES } = {},
): { store: DocumentReader; changes: ChangeReceiver } {
  const followed = new Set(collections);
  const documents = createDocumentMemory(maxBytes);
  const lists = new Map<string, List>();
  const flights = new Set<Flight>();

  async function load<T>(read: () => Promise<T>): Promise<{ value: T; flight: Flight }> {
    const flight: Flight = { changes: [], isStale: false };
    flights.add(flight);
    try {
      return { value: await read(), flight };
    } finally {
      flights.delete(flight);
    }
  }

  function keep(path: DocumentPath, document: Document | undefined, { changes, isStale }: Flight): void {
    if (isStale || !followed.has(collectionOf(path)) || changes.some((change) => change.path === path)) return;
    documents.set(path, document);
  }

  async function get(paths: readonly DocumentPath[]): Promise<(Document | undefined)[]> {
    const found = new Map<DocumentPath, Document | undefined>();
    for (const path of paths) {
      const held = documents.get(path);
      if (held) found.set(path, held.document);
    }
    const unknown = [...new Set(paths)].filter((path) => !found.has(path));
    if (unknown.length > 0) {
      const { value, flight } = await load(() => store.batchGet(unknown));
      for (const [index, path] of unknown.entries()) {
        found.set(path, value[index]);
        keep(path, value[index], flight);
      }
    }
    return paths.map((path) => found.get(path));
  }

  /** The answer to a query whose result is known; `undefined` if it is not. */
  async function listed(key: string): Promise<Document[] | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const list = lists.get(key);
      if (!list) return undefined;
      const answer = await get(list.entries.map(({ path }) => path));
      if (lists.get(key) !== list) continue;
      const matching = answer.filter((document) => document !== undefined && matchesQuery(list.query, document.data));
      if (matching.length === answer.length) return matching as Document[];
      lists.delete(key);
    }
    return undefined;
  }

  async function query(asked: Query): Promise<Document[]> {
    if (!followed.has(asked.collection)) return store.runQuery(asked);
    const key = JSON.stringify(asked);
    const known = await listed(key);
    if (known) return known;
    // Selected members are not all of a document.
    const { select: _, ...whole } = asked;
    const { value, flight } = await load(() => store.runQuery(whole));
    for (const document of value) keep(document.path, document, flight);
    const isOld = flight.changes.some(({ path }) => collectionOf(path) === asked.collection);
    if (flight.isStale || isOld || asked.startAfter || value.length > MAX_LISTED) return value;
    lists.set(key, listOf(asked, value));
    const [oldest] = lists.keys();
    if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
    return value;
  }

  function apply(change: FeedChange): void {
    for (const flight of flights) flight.changes.push(change);
    documents.delete(change.path);
    for (const [key, list] of [...lists]) {
      if (list.query.collection !== collectionOf(change.path)) continue;
      const next = afterChange(list, change);
      if (next) lists.set(key, next);
      else lists.delete(key);
    }
  }

  return {
    store: { batchGet: get, runQuery: query, runAggregation: store.runAggregation },
    changes: {
      apply(changes) {
        for (const change of changes) apply(change);
      },
      touchAll() {
        documents.clear();
        lists.clear();
        for (const flight of flights) flight.isStale = true;
      },
    },
  };
}

/** The documents that were used last, also those that do not exist, within a number of bytes. */
function createDocumentMemory(maxBytes: number) {
  const held = new Map<DocumentPath, { document: Document | undefined; bytes: number }>();
  let bytes = 0;

  function remove(path: DocumentPath): void {
    bytes -= held.get(path)?.bytes ?? 0;
    held.delete(path);
  }

  return {
    /** @returns `undefined` if it is not known whether the document exists */
    get(path: DocumentPath): { document: Document | undefined } | undefined {
      const entry = held.get(path);
      if (!entry) return undefined;
      // Delete and reinsert: the map is ordered by last use (LRU).
      held.delete(path);
      held.set(path, entry);
      return entry;
    },
    set(path: DocumentPath, document: Document | undefined): void {
      remove(path);
      const size = textBytes(path) + ENTRY_BYTES + (document ? valueBytes(document) : 0);
      held.set(path, { document, bytes: size });
      bytes += size;
      for (const oldest of held.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear(): void {
      held.clear();
      bytes = 0;
    },
  };
}

function listOf(query: Query, documents: Document[]): List {
  const entries = documents.map((document) => ({ path: document.path, position: positionOf(query, document) }));
  return { query, entries, isCut: documents.length === query.limit };
}

/** A list after a change; `undefined` if it must be read again, since documents that it does not have may follow. */
function afterChange(list: List, change: FeedChange): List | undefined {
  const { query, entries, isCut } = list;
  const effect = queryChange(query, change);
  if (!effect) return list;
  if (query.offset) return undefined;
  const others = entries.filter(({ path }) => path !== change.path);
  const had = others.length < entries.length;
  const { after } = effect;
  const compare = createComparePositions(query);
  const end = entries.at(-1);
  const isWithin = after !== undefined && (!isCut || (end !== undefined && compare(after, end.position) <= 0));
  if (!isWithin) {
    if (!had) return list;
    return isCut ? undefined : { ...list, entries: others };
  }
  const place = others.findIndex(({ position }) => compare(after, position) < 0);
  const next = others.toSpliced(place < 0 ? others.length : place, 0, { path: change.path, position: after });
  const { limit = Number.POSITIVE_INFINITY } = query;
  return { query, entries: next.slice(0, limit), isCut: next.length >= limit };
}

function collectionOf(path: DocumentPath): string {
  return parsePath(path)?.collection ?? '';
}
