import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import {
  LIVE_PATHS,
  type ListenedTarget,
  type LiveTarget,
  MOST_LIMBO_DOCUMENTS,
  type TargetEvent,
} from '#core/live/live-protocol.ts';
import { createStore, type Store } from '../ui/kit/create-store.ts';
import { CACHE_AGE, LEAST_CACHE_BYTES } from './data-limits.ts';
import type { DataStorage, KeptTarget, QueuedBatch } from './storage/data-storage.ts';
import { computeView, type TargetView } from './target-view.ts';
import type { Transport } from './transport.ts';

/** The targets that the window listens to, with their documents from the server, the cache and the queue of changes. */
export interface LiveTargets {
  /** Listens until the returned function is called. */
  listen(target: LiveTarget, onView: (view: TargetView) => void): () => void;
  /** What to ask the server for. */
  listened(): ListenedTarget[];
  take(event: TargetEvent | { refused: string }): void;
  /** Takes documents as the server has them after a change of this browser. */
  takeWritten(documents: readonly Document[]): void;
  /** Computes all views again after a change of the queue. */
  refresh(): void;
}

interface LiveTargetsOptions {
  storage: Pick<DataStorage, 'get' | 'put' | 'values'>;
  transport: Pick<Transport, 'request'>;
  batches: () => readonly QueuedBatch[];
  /** Size of the cache in bytes. */
  cacheBytes: number;
  /** Called when `listened` gives something else. */
  onChange: () => void;
  now?: () => number;
}

interface Active {
  id: string;
  key: string;
  target: LiveTarget;
  listeners: number;
  members: Set<DocumentPath>;
  locals: Set<DocumentPath>;
  /** Whether anything is known of the result. */
  isKnown: boolean;
  /** Whether the server has confirmed it in this window. */
  isCurrent: boolean;
  resumeToken?: string;
  view: Store<TargetView | undefined>;
}

/** @see LiveTargets */
export function createLiveTargets(options: LiveTargetsOptions): LiveTargets {
  const { storage, transport, batches, cacheBytes, onChange, now = Date.now } = options;
  const active = new Map<string, Active>();
  const documents = new Map<DocumentPath, Document>();
  let count = 0;
  let saving: Promise<void> = evict().catch(() => {});
  let isChecking = false;

  function put(found: readonly Document[]): void {
    for (const document of found) {
      const known = documents.get(document.path);
      if (!known || known.version <= document.version) documents.set(document.path, document);
    }
  }

  function refresh(): void {
    for (const entry of active.values()) {
      if (!entry.isKnown) continue;
      const view = { ...computeView({ ...entry, documents, batches: batches() }), isFromCache: !entry.isCurrent };
      if (!isSameView(entry.view.read(), view)) entry.view.write(view);
    }
    void check();
  }

  /** Asks for documents that are shown because of this browser's changes, and that the server does not vouch for. */
  async function check(): Promise<void> {
    if (isChecking) return;
    const doubted = [...active.values()].flatMap(({ target, isCurrent, locals, members, view }) =>
      'query' in target && isCurrent
        ? (view.read()?.documents ?? []).flatMap(({ path }) => (locals.has(path) && !members.has(path) ? [path] : []))
        : [],
    );
    const paths = [...new Set(doubted)].slice(0, MOST_LIMBO_DOCUMENTS);
    if (paths.length === 0) return;
    isChecking = true;
    try {
      const answer = await transport.request<{ documents: Document[] }>(LIVE_PATHS.get, { paths });
      put(answer.documents);
      const found = new Set(answer.documents.map(({ path }) => path));
      for (const path of paths) {
        if (!found.has(path)) documents.delete(path);
        for (const { locals } of active.values()) locals.delete(path);
      }
    } catch {
      // The next event of a stream asks again.
      return;
    } finally {
      isChecking = false;
    }
    refresh();
  }

  function save({ key, target, members, resumeToken }: Active): void {
    if (resumeToken === undefined) return;
    const paths = 'documents' in target ? target.documents : [...members];
    const found = paths.flatMap((path) => documents.get(path) ?? []);
    const bytes = JSON.stringify(found).length * 2;
    const kept: KeptTarget = { target, documents: found, resumeToken, bytes, usedAt: now() };
    saving = saving
      .then(async () => {
        await storage.put('targets', { [key]: kept });
        await evict();
      })
      .catch(() => {});
  }

  async function evict(): Promise<void> {
    const evicted = chooseEvicted(await storage.values('targets'), cacheBytes, now());
    if (evicted.length === 0) return;
    await storage.put('targets', Object.fromEntries(evicted.map(({ target }) => [keyOf(target), undefined])));
  }

  async function load(entry: Active): Promise<void> {
    const kept = await storage.get('targets', entry.key);
    if (kept && !entry.isKnown && active.get(entry.key) === entry) {
      put(kept.documents);
      entry.members = new Set(kept.documents.map(({ path }) => path));
      entry.resumeToken = kept.resumeToken;
      entry.isKnown = true;
      refresh();
    }
    onChange();
  }

  /** Deletes documents that no target has any more. */
  function sweep(): void {
    const used = new Set<DocumentPath>();
    for (const { target, members, locals } of active.values()) {
      for (const path of [...members, ...locals, ...('documents' in target ? target.documents : [])]) used.add(path);
    }
    for (const path of documents.keys()) if (!used.has(path)) documents.delete(path);
  }

  return {
    listen(target, onView) {
      const key = keyOf(target);
      let entry = active.get(key);
      if (!entry) {
        entry = {
          ...{ id: String(++count), key, target, listeners: 0, members: new Set(), locals: new Set() },
          ...{ isKnown: false, isCurrent: false, view: createStore<TargetView | undefined>(undefined) },
        };
        active.set(key, entry);
        void load(entry);
      }
      const own = entry;
      own.listeners++;
      const tell = () => {
        const view = own.view.read();
        if (view) onView(view);
      };
      const stop = own.view.subscribe(tell);
      tell();
      return () => {
        stop();
        own.listeners--;
        // A page that is opened next may listen to the same.
        setTimeout(() => {
          if (own.listeners > 0 || active.get(key) !== own) return;
          active.delete(key);
          sweep();
          onChange();
        });
      };
    },
    listened: () =>
      [...active.values()].map(({ id, target, resumeToken }) => ({
        id,
        target,
        ...(resumeToken !== undefined && { resumeToken }),
      })),
    take(event) {
      const entry = [...active.values()].find(({ id }) => id === ('refused' in event ? event.refused : event.target));
      if (!entry || 'refused' in event) return;
      put(event.documents);
      if (event.kind === 'state') entry.members = new Set();
      for (const { path } of event.documents) entry.members.add(path);
      for (const path of event.removed) entry.members.delete(path);
      for (const path of [...event.documents.map((document) => document.path), ...event.removed])
        entry.locals.delete(path);
      if ('documents' in entry.target) {
        for (const path of entry.target.documents) if (!entry.members.has(path)) documents.delete(path);
      }
      entry.resumeToken = event.resumeToken;
      entry.isKnown = true;
      entry.isCurrent = true;
      save(entry);
      refresh();
    },
    takeWritten(written) {
      put(written);
      for (const entry of active.values()) for (const { path } of written) entry.locals.add(path);
      refresh();
    },
    refresh,
  };
}

function keyOf(target: LiveTarget): string {
  return JSON.stringify(target);
}

function isSameView(one: TargetView | undefined, other: TargetView): boolean {
  return (
    one !== undefined &&
    one.isFromCache === other.isFromCache &&
    JSON.stringify([one.documents, [...one.pending]]) === JSON.stringify([other.documents, [...other.pending]])
  );
}

/**
 * Which entries of a cache must go: those not used within its age, and then those used longest ago until the rest fits.
 * @param limit bytes; a smaller limit than the smallest cache counts as that
 * @param now milliseconds since 1970
 */
export function chooseEvicted<Entry extends { bytes: number; usedAt: number }>(
  entries: readonly Entry[],
  limit: number,
  now: number,
): Entry[] {
  const most = Math.max(limit, LEAST_CACHE_BYTES);
  let bytes = 0;
  return [...entries]
    .sort((one, other) => other.usedAt - one.usedAt)
    .filter((entry) => {
      bytes += entry.bytes;
      return bytes > most || Math.abs(now - entry.usedAt) > CACHE_AGE;
    });
}
