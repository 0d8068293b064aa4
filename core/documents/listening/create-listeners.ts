import type { CheckedCollection } from '../check-collections.ts';
import type { FeedBatch, ListenOptions, ListenTarget, Snapshot } from '../document-store.ts';
import type { ChangeSource } from './change-source.ts';
import { createFeedView, feedBatches } from './follow-feed.ts';
import { createDocumentsView } from './listen-documents.ts';
import { createQueryView } from './listen-query.ts';
import type { View } from './listen-view.ts';
import { createWindowView } from './listen-window.ts';
import { formatResumeToken, parseResumeToken } from './resume-token.ts';

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

/** The listeners of one store. */
export interface Listeners {
  /** Adds a listener; its first snapshot is delivered asynchronously. Errors of callbacks are caught. */
  listen(target: ListenTarget, onSnapshot: (snapshot: Snapshot) => void, options: ListenOptions): () => void;
  /** Adds a follower of the change feed. */
  follow(
    collections: readonly CheckedCollection[],
    onBatch: (batch: FeedBatch) => void,
    options: ListenOptions,
  ): () => void;
  /** Delivers new commits. Call it after every commit, by any process. */
  deliver(): void;
  /** Stops all listeners. */
  close(): void;
  readonly size: number;
}

/**
 * Delivers the commits of a store with a change log to its listeners, in order, even if a listener commits in its callback.
 * Commits are read and delivered one at a time, so that catching up needs little memory.
 */
export function createListeners(source: ChangeSource): Listeners {
  const listeners = new Set<Listener>();
  let delivering = false;
  let closed = false;

  const first = (listener: Listener, { epoch, version, trimmedVersion }: ReturnType<ChangeSource['position']>) => {
    const token = listener.seen ?? parseResumeToken(epoch, listener.resumeToken ?? '');
    const known = token !== undefined && token >= trimmedVersion && token <= version;
    const since = known ? listener.view.since(token) : undefined;
    listener.seen = version;
    const kind = since ? ('changes' as const) : ('state' as const);
    const snapshot = {
      kind,
      changes: since ?? listener.view.state(),
      resumeToken: formatResumeToken(epoch, version),
    };
    return { listener, snapshot };
  };

  /** The next snapshots to deliver, or `undefined` if all listeners are up to date. */
  const next = (): Delivery[] | undefined => {
    const position = source.position();
    const all = [...listeners];
    const lost = all.filter(({ seen }) => seen === undefined || seen < position.trimmedVersion);
    if (lost.length > 0) return lost.map((listener) => first(listener, position));
    const oldest = all.reduce((least, { seen }) => Math.min(least, seen ?? 0), position.version);
    if (oldest >= position.version) return undefined;
    const commit = source.commitAfter(oldest) ?? { version: position.version, changes: [] };
    const resumeToken = formatResumeToken(position.epoch, commit.version);
    return all.flatMap((listener) => {
      if ((listener.seen ?? 0) >= commit.version) return [];
      listener.seen = commit.version;
      const changes = listener.view.commit(commit);
      return changes.length > 0 ? [{ listener, snapshot: { kind: 'changes', changes, resumeToken } }] : [];
    });
  };

  const fail = (listener: Listener, error: unknown) => {
    if (!listeners.delete(listener)) return;
    try {
      listener.onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    } catch (reason) {
      // Rethrowing would end the process or the delivery to other listeners.
      console.error(new Error('The error handler of a listener failed', { cause: reason }));
    }
  };

  const deliverNext = (): boolean => {
    let deliveries: Delivery[] | undefined;
    try {
      deliveries = source.consistently(next);
    } catch (error) {
      for (const listener of [...listeners]) fail(listener, error);
    }
    for (const { listener, snapshot } of deliveries ?? []) {
      if (!listeners.has(listener)) continue;
      try {
        listener.onSnapshot(snapshot);
      } catch (error) {
        fail(listener, error);
      }
    }
    return deliveries !== undefined;
  };

  const deliver = () => {
    if (delivering) return;
    delivering = true;
    try {
      while (listeners.size > 0 && deliverNext());
    } finally {
      delivering = false;
    }
  };

  function add<Change>(
    view: View<Change>,
    onSnapshot: (snapshot: SnapshotOf<Change>) => void,
    options: ListenOptions,
  ): () => void {
    const tell = onSnapshot as Listener['onSnapshot'];
    const listener: Listener = { ...options, view, onSnapshot: tell, seen: undefined };
    let stopped = false;
    queueMicrotask(() => {
      if (stopped || closed) return;
      listeners.add(listener);
      deliver();
    });
    return () => {
      stopped = true;
      listeners.delete(listener);
    };
  }

  return {
    listen: (target, onSnapshot, options) => add(createView(source, target), onSnapshot, options),
    follow: (collections, onBatch, options) =>
      add(createFeedView(source, collections), feedBatches(onBatch, options.resumeToken), options),
    deliver,
    close: () => {
      closed = true;
      listeners.clear();
    },
    get size() {
      return listeners.size;
    },
  };
}

function createView(source: ChangeSource, target: ListenTarget): View {
  if ('documents' in target) return createDocumentsView(source, target.documents);
  const { query } = target;
  return query.limit === undefined ? createQueryView(source, query) : createWindowView(source, query, query.limit);
}
