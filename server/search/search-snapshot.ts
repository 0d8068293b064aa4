import { setImmediate } from 'node:timers/promises';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { SetAlarm } from '../jobs/alarm.ts';
import { keepPlace } from '../jobs/keep-place.ts';
import type { Log } from '../log/log.ts';
import { createSnapshotFiles, type SnapshotManifest, UnusableSnapshot } from './snapshot-files.ts';

/** Changed documents that are listed beside a snapshot, and read by those that load it; with more, it is written anew. */
const MAX_CHANGED = 500;

/** Milliseconds that one instance keeps the snapshot before another may, if it does not renew that. Source: Meki's own. */
const LEASE = 600_000;

/** Milliseconds of work before yielding to waiting requests. */
const SLICE = 2;

export interface SearchSnapshotOptions {
  store: DocumentStore;
  files: Pick<FileStore, 'read' | 'write'>;
  /** The index: `public` or `items`. */
  name: string;
  /** Hash of everything except documents that the entries depend on: a snapshot with another one is not used. */
  purpose: string;
  log: Pick<Log, 'info' | 'warn'>;
  setAlarm?: SetAlarm;
}

/**
 * A search index as it is stored: all entries at a place of the change feed, and the documents that have changed since. An instance
 * that starts restores it and reads those documents and what the feed has after the place; one instance writes it, by a lease.
 */
export interface SearchSnapshot {
  /** Looks for a snapshot. @returns the place to follow changes from, if there is one that can be used */
  find(): Promise<string | undefined>;
  /** Forgets what was found: the feed no longer has its place. */
  forget(): void;
  /**
   * Restores what was found.
   * @returns the documents to read; `undefined` without a usable snapshot, of which some entries may have been restored
   */
  restore(put: (entry: unknown) => Promise<void>, signal: AbortSignal): Promise<DocumentPath[] | undefined>;
  /** Takes note of documents whose changes the index takes in. */
  noteChanged(paths: readonly DocumentPath[]): void;
  /** Takes note that the index is built from documents. */
  noteBuilding(): void;
  /** Stores the index from time to time. @returns a function that stops that, so that another instance goes on */
  keep(index: { entries(): Iterable<unknown>; isDone(): boolean }): () => Promise<void>;
}

export function createSearchSnapshot(options: SearchSnapshotOptions): SearchSnapshot {
  const { store, files, name, purpose, log, setAlarm } = options;
  const stored = createSnapshotFiles(files, name);
  const holder = crypto.randomUUID();
  const lease = `search-${name}`;
  let found: SnapshotManifest | undefined;
  /** The snapshot that `changed` is relative to, and the documents that changed since; without one, it is written anew. */
  let base: Pick<SnapshotManifest, 'folder' | 'parts'> | undefined;
  let changed = new Set<DocumentPath>();
  let isFailing = false;
  let isStopping = false;

  function tellUnusable(error: unknown): void {
    log.warn({ err: error, index: name }, 'The stored search index cannot be used; it is built anew');
  }

  /** @returns `undefined` if more documents changed than may be listed, or the index was built, meanwhile */
  async function writeBase(former: SnapshotManifest | undefined, entries: Iterable<unknown>) {
    const own = { folder: former?.folder === 'a' ? 'b' : 'a', parts: [] as string[] } as const;
    base = own;
    changed = new Set();
    let parts: string[] | undefined;
    try {
      parts = await stored.writeParts(
        own.folder,
        entries,
        createTurns(() => isStopping),
      );
    } finally {
      if (base === own) base = parts && { folder: own.folder, parts };
    }
    return base;
  }

  async function save(place: string, entries: () => Iterable<unknown>): Promise<void> {
    if ((await takeLease(store, { name: lease, holder, length: LEASE, now: Date.now() })) > 0) return;
    const former = await stored.readManifest().catch((error: unknown) => {
      if (error instanceof UnusableSnapshot) return undefined;
      throw error;
    });
    // What another instance wrote may lack changes that this one does not list.
    const isOthers = base && former?.parts.join() !== base.parts.join();
    const current = base && !isOthers ? base : await writeBase(former, entries());
    if (current) await stored.writeManifest({ ...current, purpose, place, changed: [...changed] });
  }

  return {
    async find() {
      try {
        found = await stored.readManifest();
        if (found && found.purpose !== purpose) {
          found = undefined;
          log.info({ index: name }, 'The stored search index is of another configuration; it is built anew');
        }
      } catch (error) {
        tellUnusable(error);
      }
      return found?.place;
    },

    forget() {
      if (found) log.info({ index: name }, 'The stored search index is too old; it is built anew');
      found = undefined;
    },

    async restore(put, signal) {
      if (!found) return undefined;
      const manifest = found;
      found = undefined;
      try {
        for await (const entries of stored.readParts(manifest)) {
          for (const entry of entries) await put(entry);
          if (signal.aborted) return [];
        }
      } catch (error) {
        tellUnusable(error);
        return undefined;
      }
      base = { folder: manifest.folder, parts: manifest.parts };
      changed = new Set(manifest.changed);
      return manifest.changed;
    },

    noteChanged(paths) {
      if (!base) return;
      for (const path of paths) changed.add(path);
      if (changed.size > MAX_CHANGED) base = undefined;
    },

    noteBuilding() {
      base = undefined;
    },

    keep({ entries, isDone }) {
      const keeper = keepPlace({
        ...{ store, isDone, setAlarm },
        async save(place) {
          await save(place, entries);
          isFailing = false;
        },
        onFailure(error) {
          if (!isFailing) log.warn({ err: error, index: name }, 'The search index could not be stored; retrying');
          isFailing = true;
        },
      });
      return async () => {
        isStopping = true;
        await keeper.stop();
        // Without an answer of the store, the lease expires.
        await giveBackLease(store, { name: lease, holder }).catch(() => {});
      };
    },
  };
}

/** @returns a function that yields after each slice of work, and throws once the work must end */
function createTurns(isStopping: () => boolean): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    if (isStopping()) throw new Error('The search is stopping');
    sliceEnd = performance.now() + SLICE;
  };
}
