import type { CheckedCollection } from '../check-collections.ts';
import type {
  Document,
  DocumentChange,
  DocumentData,
  DocumentPath,
  FeedBatch,
  ListenOptions,
  ListenTarget,
  Query,
  Snapshot,
} from '../document-store.ts';
import { createComparePositions, matchesQuery, positionOf } from '../match-query.ts';
import { type ChangeSource, type LoggedChange, MAX_RESUMED_CHANGES, type View } from './change-source.ts';
import { createFeedView, feedBatches } from './follow-feed.ts';

/** What a listener gets: documents of a target, or changes of the feed. */
interface SnapshotOf<Change> extends Omit<Snapshot, 'changes'> {
  changes: Change[];
}

interface Listener extends ListenOptions {
  view: View<unknown>;
  onSnapshot: (snapshot: SnapshotOf<unknown>) => void;
  /** The last commit delivered to the listener; `undefined` before its first snapshot. */
  seen: number | undefined;
}

type Delivery = { listener: Listener; snapshot: SnapshotOf<unknown> };

/**
 * The listeners of one store. Delivers the commits of a store with a change log to them, in order, even if a listener commits in its
 * callback. Commits are read and delivered one at a time, so that catching up needs little memory.
 */
export class Listeners {
  readonly #source: ChangeSource;
  readonly #listeners = new Set<Listener>();
  #delivering = false;
  #closed = false;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a listener; its first snapshot is delivered asynchronously. Errors of callbacks are caught. */
  listen(target: ListenTarget, onSnapshot: (snapshot: Snapshot) => void, options: ListenOptions): () => void {
    return this.#add(createView(this.#source, target), onSnapshot, options);
  }

  /** Adds a follower of the change feed. */
  follow(
    collections: readonly CheckedCollection[],
    onBatch: (batch: FeedBatch) => void,
    options: ListenOptions,
  ): () => void {
    return this.#add(createFeedView(this.#source, collections), feedBatches(onBatch, options.resumeToken), options);
  }

  /** Delivers new commits. Call it after every commit, by any process. */
  deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      while (this.#listeners.size > 0 && this.#deliverNext());
    } finally {
      this.#delivering = false;
    }
  }

  /** Stops all listeners. */
  close(): void {
    this.#closed = true;
    this.#listeners.clear();
  }

  #add<Change>(
    view: View<Change>,
    onSnapshot: (snapshot: SnapshotOf<Change>) => void,
    options: ListenOptions,
  ): () => void {
    const tell = onSnapshot as Listener['onSnapshot'];
    const listener: Listener = { ...options, view, onSnapshot: tell, seen: undefined };
    let stopped = false;
    queueMicrotask(() => {
      if (stopped || this.#closed) return;
      this.#listeners.add(listener);
      this.deliver();
    });
    return () => {
      stopped = true;
      this.#listeners.delete(listener);
    };
  }

  #deliverNext(): boolean {
    let deliveries: Delivery[] | undefined;
    try {
      deliveries = this.#source.consistently(() => this.#next());
    } catch (error) {
      for (const listener of [...this.#listeners]) this.#fail(listener, error);
    }
    for (const { listener, snapshot } of deliveries ?? []) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener.onSnapshot(snapshot);
      } catch (error) {
        this.#fail(listener, error);
      }
    }
    return deliveries !== undefined;
  }

  /** The next snapshots to deliver, or `undefined` if all listeners are up to date. */
  #next(): Delivery[] | undefined {
    const position = this.#source.position();
    const all = [...this.#listeners];
    const lost = all.filter(({ seen }) => seen === undefined || seen < position.trimmedVersion);
    if (lost.length > 0) return lost.map((listener) => firstDelivery(listener, position));
    const oldest = all.reduce((least, { seen }) => Math.min(least, seen ?? 0), position.version);
    if (oldest >= position.version) return undefined;
    const commit = this.#source.commitAfter(oldest) ?? { version: position.version, changes: [] };
    const resumeToken = formatResumeToken(position.epoch, commit.version);
    return all.flatMap((listener) => {
      if ((listener.seen ?? 0) >= commit.version) return [];
      listener.seen = commit.version;
      const changes = listener.view.commit(commit);
      return changes.length > 0 ? [{ listener, snapshot: { kind: 'changes', changes, resumeToken } }] : [];
    });
  }

  #fail(listener: Listener, error: unknown): void {
    if (!this.#listeners.delete(listener)) return;
    try {
      listener.onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    } catch (reason) {
      // Rethrowing would end the process or the delivery to other listeners.
      console.error(new Error('The error handler of a listener failed', { cause: reason }));
    }
  }
}

/** What a listener gets that has no place yet, or whose place was trimmed. */
function firstDelivery(listener: Listener, position: ReturnType<ChangeSource['position']>): Delivery {
  const { epoch, version, trimmedVersion } = position;
  const token = listener.seen ?? parseResumeToken(epoch, listener.resumeToken ?? '');
  const known = token !== undefined && token >= trimmedVersion && token <= version;
  const since = known ? listener.view.since(token) : undefined;
  listener.seen = version;
  const kind = since ? ('changes' as const) : ('state' as const);
  const snapshot = { kind, changes: since ?? listener.view.state(), resumeToken: formatResumeToken(epoch, version) };
  return { listener, snapshot };
}

function createView(source: ChangeSource, target: ListenTarget): View {
  if ('documents' in target) return createDocumentsView(source, target.documents);
  const { query } = target;
  return query.limit === undefined ? createQueryView(source, query) : createWindowView(source, query, query.limit);
}

/** The view of documents by path. */
function createDocumentsView(source: ChangeSource, documents: readonly DocumentPath[]): View {
  const paths = [...new Set(documents)];
  const wanted = new Set<string>(paths);
  return {
    state: () => added(source.documents(paths).filter((document) => document !== undefined)),
    since: (version) => {
      const now = source.documents(paths);
      return paths.flatMap((path, i) => {
        const before = source.documentAt(path, version);
        return before?.version === now[i]?.version ? [] : (toChange(path, before !== undefined, now[i]) ?? []);
      });
    },
    commit: ({ changes }) =>
      changes.flatMap((change) =>
        wanted.has(change.path) ? (toChange(change.path, change.before !== undefined, change.document) ?? []) : [],
      ),
  };
}

/** The view of a query without a limit: whether a document matches does not depend on the others. */
function createQueryView(source: ChangeSource, query: Query): View {
  const matches = (data: DocumentData | undefined) => data !== undefined && matchesQuery(query, data);
  const change = (path: DocumentPath, before: DocumentData | undefined, document: Document | undefined) =>
    toChange(path, matches(before), matches(document?.data) ? document : undefined) ?? [];
  return {
    state: () => added(source.query(query)),
    since: (version) => {
      const paths = source.changedAfter(version, query.collection, MAX_RESUMED_CHANGES + 1);
      if (paths.length > MAX_RESUMED_CHANGES) return undefined;
      const now = source.documents(paths);
      return paths.flatMap((path, i) => change(path, source.documentAt(path, version)?.data, now[i]));
    },
    commit: ({ changes }) =>
      changes.flatMap((logged) =>
        logged.collection === query.collection ? change(logged.path, logged.before, logged.document) : [],
      ),
  };
}

/**
 * The view of a query with a limit: the result depends on all matching documents, so the view remembers the current result and
 * compares.
 */
function createWindowView(source: ChangeSource, query: Query, limit: number): View {
  const comparePositions = createComparePositions(query);
  let known: Document[] = [];

  /** The query's result at a version after which the given paths have changed. */
  const windowAt = (version: number, changed: readonly DocumentPath[]): Document[] => {
    const later = new Set<string>(changed);
    const unchanged = source.query({ ...query, limit: limit + later.size }).filter(({ path }) => !later.has(path));
    const earlier = changed
      .map((path) => source.documentAt(path, version))
      .filter((document) => document !== undefined && matchesQuery(query, document.data));
    return [...unchanged, ...(earlier as Document[])]
      .map((document) => ({ document, position: positionOf(query, document) }))
      .sort((a, b) => comparePositions(a.position, b.position))
      .slice(0, limit)
      .map(({ document }) => document);
  };

  const moveTo = (next: Document[]): DocumentChange[] => {
    const changes = compareWindows(known, next);
    known = next;
    return changes;
  };

  /** Whether a change can affect the result: the document is in it, or sorts before its end. */
  const mayMove = ({ path, collection, document }: LoggedChange): boolean => {
    if (collection !== query.collection) return false;
    if (known.some((inside) => inside.path === path)) return true;
    if (!document || !matchesQuery(query, document.data)) return false;
    const last = known[limit - 1];
    return !last || comparePositions(positionOf(query, document), positionOf(query, last)) < 0;
  };

  return {
    state: () => {
      known = source.query(query);
      return added(known);
    },
    since: (version) => {
      const changed = source.changedAfter(version, query.collection, MAX_RESUMED_CHANGES + 1);
      if (changed.length > MAX_RESUMED_CHANGES) return undefined;
      known = windowAt(version, changed);
      return moveTo(source.query(query));
    },
    commit: ({ version, changes }) => {
      if (!changes.some(mayMove)) return [];
      return moveTo(windowAt(version, source.changedAfter(version, query.collection, Number.MAX_SAFE_INTEGER)));
    },
  };
}

/** Removed documents first, then added and modified ones in query order. */
function compareWindows(before: readonly Document[], after: readonly Document[]): DocumentChange[] {
  const old = new Map(before.map((document) => [document.path, document]));
  const staying = new Set(after.map(({ path }) => path));
  const left = before.flatMap(({ path }) => (staying.has(path) ? [] : (toChange(path, true, undefined) ?? [])));
  const rest = after.flatMap((document) => {
    const known = old.get(document.path);
    return known?.version === document.version ? [] : (toChange(document.path, known !== undefined, document) ?? []);
  });
  return [...left, ...rest];
}

/** The changes that give the current result to a listener that has none. */
function added(documents: readonly Document[]): DocumentChange[] {
  return documents.map((document) => ({ kind: 'added', path: document.path, document }));
}

/** The change of one document of a target, or none if it matched neither before nor after. */
function toChange(path: DocumentPath, wasThere: boolean, document: Document | undefined): DocumentChange | undefined {
  if (document) return { kind: wasThere ? 'modified' : 'added', path, document };
  return wasThere ? { kind: 'removed', path } : undefined;
}

/** A token for a position in a store's history, sent with snapshots and accepted by `listen`. */
export function formatResumeToken(epoch: string, version: number): string {
  return `${epoch}.${version}`;
}

/** The version of a token, or `undefined` if it does not belong to this history. */
export function parseResumeToken(epoch: string, token: string): number | undefined {
  const version = /\.(\d{1,15})$/.exec(token)?.[1];
  return version !== undefined && token === formatResumeToken(epoch, Number(version)) ? Number(version) : undefined;
}
