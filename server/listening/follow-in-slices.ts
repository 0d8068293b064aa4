import { setImmediate } from 'node:timers/promises';
import type { Change, DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { listenFromNow } from './listen-from-now.ts';

/** Milliseconds of work after which waiting requests are served first. */
const SLICE = 2;

/** Changes handed on at once. */
const BATCH = 10;

/** Milliseconds until what could not be taken in is tried again. */
const RETRY = 5_000;

export interface SliceOptions {
  store: DocumentStore;
  collection: string;
  /** Takes in everything that there is. */
  build(turns: Turns): Promise<void>;
  /** Takes in changes, each the latest of its document. Those that came while the first fill ran come after it. */
  update(changes: Change[], turns: Turns): Promise<void>;
  /** What could not be taken in; it is tried again. */
  onFailure(error: unknown): void;
  /** Milliseconds before it is tried again. */
  retryAfter?: number;
  /** Following broke off; it is tried again. */
  onBreak(error: Error): void;
}

/** How work is done in slices, between which requests are served. */
export interface Turns {
  /** Aborted when it is to stop. */
  signal: AbortSignal;
  /** The documents that are taken in. A whole state that lacks one of them tells that it was removed. */
  taken: Set<DocumentPath>;
  /**
   * Waits for the turn of a document.
   * @returns whether it is to be taken in as it was read; else a newer state of it waits, or it is all over
   */
  reach(path: DocumentPath): Promise<boolean>;
}

export interface Following {
  /** Resolves when everything that was there at the start was taken in, or could not be. */
  ready: Promise<void>;
  stop(): void;
}

/** Takes in a collection and what becomes of it, in slices. Nothing of it is done before the caller's turn ends. */
export function followInSlices(options: SliceOptions): Following {
  const { store, collection, build, update, onFailure, onBreak, retryAfter = RETRY } = options;
  const waiting = new Map<DocumentPath, Change>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const taken = new Set<DocumentPath>();
  let working: Promise<void> | undefined;
  let sliceEnd = 0;
  let isBuilt = false;
  let timer: NodeJS.Timeout | undefined;

  const turns: Turns = {
    signal,
    taken,
    async reach(path) {
      if (performance.now() >= sliceEnd) {
        await setImmediate();
        sliceEnd = performance.now() + SLICE;
      }
      return !signal.aborted && !waiting.has(path);
    },
  };

  /** Takes in what waits. What fails keeps nothing else from it, and waits on where nothing newer does. */
  async function work(): Promise<void> {
    const failed = new Map<DocumentPath, Change>();
    const errors: unknown[] = [];
    while (waiting.size > 0 && !signal.aborted) {
      const batch = [...waiting.values()].slice(0, BATCH);
      for (const { path } of batch) waiting.delete(path);
      try {
        await update(batch, turns);
        for (const { path } of batch) failed.delete(path);
      } catch (error) {
        for (const change of batch) failed.set(change.path, change);
        errors.push(error);
      }
    }
    for (const change of failed.values()) if (!waiting.has(change.path)) waiting.set(change.path, change);
    if (errors.length > 0) throw errors[0];
  }

  function tryAgain(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void schedule(isBuilt ? work : fill), retryAfter).unref();
  }

  /** One at a time, so that an older state never overtakes a newer one. */
  function schedule(task: () => Promise<void>): Promise<void> {
    working = (working ?? Promise.resolve()).then(task).catch((error: unknown) => {
      if (signal.aborted) return;
      onFailure(error);
      tryAgain();
    });
    return working;
  }

  function enqueue(changes: Change[]): void {
    for (const change of changes) waiting.set(change.path, change);
    void schedule(work);
  }

  async function fill(): Promise<void> {
    await build(turns);
    isBuilt = true;
    await work();
  }

  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const stopListening = listenFromNow(store, collection, {
    onStart: () => void schedule(fill).then(resolve),
    onChanges: enqueue,
    onState(state) {
      const present = new Set(state.map(({ path }) => path));
      for (const path of taken) if (!present.has(path)) waiting.set(path, { kind: 'removed', path });
      enqueue(state);
    },
    onError: onBreak,
  });

  return {
    ready,
    stop() {
      stopping.abort();
      clearTimeout(timer);
      waiting.clear();
      stopListening();
      resolve();
    },
  };
}
