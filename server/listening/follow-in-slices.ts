import { setImmediate } from 'node:timers/promises';
import type { DocumentPath, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { listenFromNow } from './listen-from-now.ts';

/** Milliseconds of work before yielding to waiting requests. */
const SLICE = 2;

/** Changes passed on at a time. */
const BATCH = 10;

/** Milliseconds until a failed document is retried. */
const RETRY = 5_000;

export interface SliceOptions {
  store: DocumentStore;
  collection: string;
  /** The place of the change feed to begin at instead of now, for a first `build` that restores what was known there. */
  from?: (() => Promise<string | undefined>) | undefined;
  /** Processes everything that exists; again if changes may have been missed. */
  build(turns: Turns): Promise<void>;
  /**
   * Processes changes, each the latest of its document. It reads the documents that it needs: the feed tells which have changed.
   * Changes during a build are processed after it.
   */
  update(changes: FeedChange[], turns: Turns): Promise<void>;
  /** Called for a failure; it is retried. */
  onFailure(error: unknown): void;
  /** Milliseconds before a retry. */
  retryAfter?: number;
  /** Waits between slices of the initial build while visitors need the server; default: only a turn of the event loop. */
  pause?(): Promise<void>;
  /** Called when changes may have been missed, before everything is built again: also if the feed no longer has `from`. */
  onGap?: (() => void) | undefined;
  /** Called when listening failed; it is retried. */
  onBreak(error: Error): void;
}

/** Splits work into slices, between which requests are served. */
export interface Turns {
  /** Aborted when processing must stop. */
  signal: AbortSignal;
  /** Paths of processed documents. One that a later build does not find was deleted. */
  taken: Set<DocumentPath>;
  /**
   * Waits for a document's turn.
   * @returns whether to process it as it was read; otherwise a newer state is queued, or processing has stopped
   */
  reach(path: DocumentPath): Promise<boolean>;
}

export interface Following {
  /** Resolves when everything that existed at the start was processed, or has failed. */
  ready: Promise<void>;
  /** Whether every commit that was told is processed, and none is being missed. */
  isDone(): boolean;
  stop(): void;
}

/** Processes a collection and its changes in slices. Starts asynchronously. */
export function followInSlices(options: SliceOptions): Following {
  const { store, collection, build, update, onFailure, onBreak, retryAfter = RETRY } = options;
  const waiting = new Map<DocumentPath, FeedChange>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const taken = new Set<DocumentPath>();
  let working: Promise<void> | undefined;
  let sliceEnd = 0;
  let isBuilt = false;
  let isFollowing = false;
  let tasks = 0;
  let due: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const turns: Turns = {
    signal,
    taken,
    async reach(path) {
      if (performance.now() >= sliceEnd) {
        await setImmediate();
        if (!isBuilt) await options.pause?.();
        sliceEnd = performance.now() + SLICE;
      }
      return !signal.aborted && !waiting.has(path);
    },
  };

  /** Processes queued changes. A failed one does not affect the others and is queued again, unless there is a newer one. */
  async function work(): Promise<void> {
    const failed = new Map<DocumentPath, FeedChange>();
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

  /** One at a time, so that an older state never replaces a newer one. */
  function schedule(task: () => Promise<void>): Promise<void> {
    tasks += 1;
    working = (working ?? Promise.resolve())
      .then(task)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        onFailure(error);
        tryAgain();
      })
      .finally(() => {
        tasks -= 1;
      });
    return working;
  }

  function enqueue(changes: FeedChange[]): void {
    for (const change of changes) waiting.set(change.path, change);
    void schedule(work);
  }

  /** Once, however often it is asked for before it begins. */
  function scheduleFill(): Promise<void> {
    due ??= schedule(fill);
    return due;
  }

  async function fill(): Promise<void> {
    due = undefined;
    isBuilt = false;
    const former = [...taken];
    taken.clear();
    try {
      await build(turns);
    } catch (error) {
      for (const path of former) taken.add(path);
      throw error;
    }
    isBuilt = true;
    for (const path of former) {
      if (!taken.has(path) && !waiting.has(path)) waiting.set(path, { kind: 'deleted', path });
    }
    await work();
  }

  const { promise: ready, resolve } = Promise.withResolvers<void>();
  let stopListening = () => {};

  function listen(from?: string): void {
    if (signal.aborted) return;
    stopListening = listenFromNow(store, collection, {
      from,
      onStart: () => void scheduleFill().then(resolve),
      onChanges: enqueue,
      onGap() {
        options.onGap?.();
        void scheduleFill();
      },
      onFollowing(now) {
        isFollowing = now;
      },
      onError: onBreak,
    });
  }

  if (options.from) void options.from().then(listen);
  else listen();

  return {
    ready,
    isDone: () => isBuilt && isFollowing && tasks === 0 && waiting.size === 0,
    stop() {
      stopping.abort();
      clearTimeout(timer);
      waiting.clear();
      stopListening();
      resolve();
    },
  };
}
