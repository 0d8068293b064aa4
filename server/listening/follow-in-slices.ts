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
  /** Where to begin instead of building: a place of the change feed that was reached, and documents to process first. */
  from?: { place: string; changed?: readonly DocumentPath[] } | undefined;
  /**
   * Processes everything that exists; again if changes may have been missed.
   * @returns documents that it did not find, which are processed as if they had been deleted
   */
  build(turns: Turns): Promise<DocumentPath[]>;
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
  /** Called when changes may have been missed, before everything is built again: also if the feed no longer has `from.place`. */
  onGap?: (() => void) | undefined;
  /** Called when listening failed; it is retried. */
  onBreak(error: Error): void;
}

/** Splits work into slices, between which requests are served. */
export interface Turns {
  /** Aborted when processing must stop. */
  signal: AbortSignal;
  /** Waits for the turn of a piece of work. @returns false if processing has stopped */
  next(): Promise<boolean>;
}

export interface Following {
  /** Resolves when everything that existed at the start was processed, or has failed. */
  ready: Promise<void>;
  /** Whether every commit that was told is processed, and none is being missed. */
  isDone(): boolean;
  /** Builds everything again. */
  rebuild(): void;
  stop(): void;
}

/** Processes a collection and its changes in slices. Starts asynchronously. */
export function followInSlices(options: SliceOptions): Following {
  const { store, collection, build, update, onFailure, onBreak, retryAfter = RETRY } = options;
  const waiting = new Map<DocumentPath, FeedChange>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let working: Promise<void> | undefined;
  let isBuilt = options.from !== undefined;
  let isFollowing = false;
  let tasks = 0;
  let due: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const turns = createTurns(signal, () => (isBuilt ? undefined : options.pause?.()));

  const work = () => workOff(waiting, update, turns);

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
    const missing = await build(turns);
    isBuilt = true;
    for (const path of missing) if (!waiting.has(path)) waiting.set(path, { kind: 'deleted', path });
    await work();
  }

  const { promise: ready, resolve } = Promise.withResolvers<void>();
  // Processed at the start, each once, even if it is told again.
  for (const path of options.from?.changed ?? []) waiting.set(path, { kind: 'written', path });
  const stopListening = listenFromNow(store, collection, {
    from: options.from?.place,
    // A gap that is told at once is filled before it is ready.
    onStart: () => void (isBuilt ? schedule(work).then(() => due) : scheduleFill()).then(resolve),
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

  return {
    ready,
    isDone: () => isBuilt && isFollowing && tasks === 0 && waiting.size === 0,
    rebuild: () => void scheduleFill(),
    stop() {
      stopping.abort();
      clearTimeout(timer);
      waiting.clear();
      stopListening();
      resolve();
    },
  };
}

/** @param pause waits before a slice, if need be */
function createTurns(signal: AbortSignal, pause: () => Promise<void> | undefined): Turns {
  let sliceEnd = 0;
  return {
    signal,
    async next() {
      if (performance.now() >= sliceEnd) {
        await setImmediate();
        await pause();
        sliceEnd = performance.now() + SLICE;
      }
      return !signal.aborted;
    },
  };
}

/**
 * Processes queued changes. A failed one does not affect the others and is queued again, unless there is a newer one.
 * @throws the first failure
 */
async function workOff(
  waiting: Map<DocumentPath, FeedChange>,
  update: SliceOptions['update'],
  turns: Turns,
): Promise<void> {
  const failed = new Map<DocumentPath, FeedChange>();
  const errors: unknown[] = [];
  while (waiting.size > 0 && !turns.signal.aborted) {
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
