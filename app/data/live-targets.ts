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

/** The targets that the window listens to, with their documents from the server, the cache and the queue of changes. */
export class LiveTargets {
  readonly #options: LiveTargetsOptions;
  readonly #now: () => number;
  readonly #active = new Map<string, Active>();
  readonly #documents = new Map<DocumentPath, Document>();
  #count = 0;
  #saving: Promise<void>;
  #isChecking = false;

  constructor(options: LiveTargetsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#saving = this.#evict().catch(() => {});
  }

  /** Listens until the returned function is called. */
  listen(target: LiveTarget, onView: (view: TargetView) => void): () => void {
    const own = this.#open(target);
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
      setTimeout(() => this.#close(own));
    };
  }

  /** What to ask the server for. */
  listened(): ListenedTarget[] {
    return [...this.#active.values()].map(({ id, target, resumeToken }) => ({
      id,
      target,
      ...(resumeToken !== undefined && { resumeToken }),
    }));
  }

  take(event: TargetEvent | { refused: string }): void {
    if ('refused' in event) return;
    const entry = [...this.#active.values()].find(({ id }) => id === event.target);
    if (!entry) return;
    this.#put(event.documents);
    if (event.kind === 'state') entry.members = new Set();
    for (const { path } of event.documents) entry.members.add(path);
    for (const path of event.removed) entry.members.delete(path);
    for (const path of [...event.documents.map((document) => document.path), ...event.removed])
      entry.locals.delete(path);
    if ('documents' in entry.target) {
      for (const path of entry.target.documents) if (!entry.members.has(path)) this.#documents.delete(path);
    }
    entry.resumeToken = event.resumeToken;
    entry.isKnown = true;
    entry.isCurrent = true;
    this.#save(entry);
    this.refresh();
  }

  /** Takes documents as the server has them after a change of this browser. */
  takeWritten(written: readonly Document[]): void {
    this.#put(written);
    for (const entry of this.#active.values()) for (const { path } of written) entry.locals.add(path);
    this.refresh();
  }

  /** Computes all views again after a change of the queue. */
  refresh(): void {
    for (const entry of this.#active.values()) {
      if (!entry.isKnown) continue;
      const known = { documents: this.#documents, batches: this.#options.batches() };
      const view = { ...computeView({ ...entry, ...known }), isFromCache: !entry.isCurrent };
      if (!isSameView(entry.view.read(), view)) entry.view.write(view);
    }
    void this.#check();
  }

  #open(target: LiveTarget): Active {
    const key = keyOf(target);
    const known = this.#active.get(key);
    if (known) return known;
    const entry: Active = {
      ...{ id: String(++this.#count), key, target, listeners: 0, members: new Set(), locals: new Set() },
      ...{ isKnown: false, isCurrent: false, view: createStore<TargetView | undefined>(undefined) },
    };
    this.#active.set(key, entry);
    void this.#load(entry);
    return entry;
  }

  #close(entry: Active): void {
    if (entry.listeners > 0 || this.#active.get(entry.key) !== entry) return;
    this.#active.delete(entry.key);
    this.#sweep();
    this.#options.onChange();
  }

  #put(found: readonly Document[]): void {
    for (const document of found) {
      const known = this.#documents.get(document.path);
      if (!known || known.version <= document.version) this.#documents.set(document.path, document);
    }
  }

  /** Asks for documents that are shown because of this browser's changes, and that the server does not vouch for. */
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    const doubted = [...this.#active.values()].flatMap(({ target, isCurrent, locals, members, view }) =>
      'query' in target && isCurrent
        ? (view.read()?.documents ?? []).flatMap(({ path }) => (locals.has(path) && !members.has(path) ? [path] : []))
        : [],
    );
    const paths = [...new Set(doubted)].slice(0, MOST_LIMBO_DOCUMENTS);
    if (paths.length === 0) return;
    this.#isChecking = true;
    try {
      const answer = await this.#options.transport.request<{ documents: Document[] }>(LIVE_PATHS.get, { paths });
      this.#put(answer.documents);
      const found = new Set(answer.documents.map(({ path }) => path));
      for (const path of paths) {
        if (!found.has(path)) this.#documents.delete(path);
        for (const { locals } of this.#active.values()) locals.delete(path);
      }
    } catch {
      // The next event of a stream asks again.
      return;
    } finally {
      this.#isChecking = false;
    }
    this.refresh();
  }

  #save({ key, target, members, resumeToken }: Active): void {
    if (resumeToken === undefined) return;
    const paths = 'documents' in target ? target.documents : [...members];
    const found = paths.flatMap((path) => this.#documents.get(path) ?? []);
    const bytes = JSON.stringify(found).length * 2;
    const kept: KeptTarget = { target, documents: found, resumeToken, bytes, usedAt: this.#now() };
    this.#saving = this.#saving
      .then(async () => {
        await this.#options.storage.put('targets', { [key]: kept });
        await this.#evict();
      })
      .catch(() => {});
  }

  async #evict(): Promise<void> {
    const evicted = chooseEvicted(await this.#options.storage.values('targets'), this.#options.cacheBytes, this.#now());
    if (evicted.length === 0) return;
    await this.#options.storage.put(
      'targets',
      Object.fromEntries(evicted.map(({ target }) => [keyOf(target), undefined])),
    );
  }

  async #load(entry: Active): Promise<void> {
    const kept = await this.#options.storage.get('targets', entry.key);
    if (kept && !entry.isKnown && this.#active.get(entry.key) === entry) {
      this.#put(kept.documents);
      entry.members = new Set(kept.documents.map(({ path }) => path));
      entry.resumeToken = kept.resumeToken;
      entry.isKnown = true;
      this.refresh();
    }
    this.#options.onChange();
  }

  /** Deletes documents that no target has any more. */
  #sweep(): void {
    const used = new Set<DocumentPath>();
    for (const { target, members, locals } of this.#active.values()) {
      for (const path of [...members, ...locals, ...('documents' in target ? target.documents : [])]) used.add(path);
    }
    for (const path of this.#documents.keys()) if (!used.has(path)) this.#documents.delete(path);
  }
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
