import { setImmediate } from 'node:timers/promises';
import type { Item } from '#core/content/item.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import { listenFromNow } from './listen-from-now.ts';
import type { Log } from './log.ts';

/** Milliseconds of work after which waiting requests are served first. */
const SLICE = 2;

/** Items read at once. */
const BATCH = 10;

export interface ItemSearchFeederOptions {
  store: DocumentStore;
  index: Pick<ItemSearch, 'put' | 'remove'>;
  log: Pick<Log, 'error'>;
}

/** Fills the search over items and keeps it so, in slices between which requests are served. */
export function startItemSearchFeeder({ store, index, log }: ItemSearchFeederOptions): {
  /** Resolves when everything that was there at the start can be found. */
  ready: Promise<void>;
  stop(): void;
} {
  const waiting = new Set<DocumentPath>();
  const known = new Set<DocumentPath>();
  let working: Promise<void> | undefined;
  let stopped = false;
  let sliceEnd = 0;

  const takeTurn = async () => {
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    sliceEnd = performance.now() + SLICE;
  };

  async function put(path: DocumentPath, item: Item | undefined): Promise<void> {
    await takeTurn();
    // A newer state waits for its turn.
    if (stopped || waiting.has(path)) return;
    if (item) known.add(path);
    else known.delete(path);
    if (item) index.put(item);
    else index.remove(path.slice('items/'.length));
  }

  /** Each is read when its turn comes, so that it is as it stands then, however often it changed. */
  async function work(): Promise<void> {
    while (waiting.size > 0 && !stopped) {
      const paths = [...waiting].slice(0, BATCH);
      for (const path of paths) waiting.delete(path);
      const documents = await store.batchGet(paths);
      for (const [number, path] of paths.entries()) {
        await put(path, documents[number]?.data as Item | undefined);
      }
    }
  }

  async function build(): Promise<void> {
    for await (const { path, data } of everyDocument<Item>(store, 'items')) {
      if (stopped) return;
      await put(path, data);
    }
    await work();
  }

  function schedule(task: () => Promise<void>): Promise<void> {
    working = (working ?? Promise.resolve()).then(task).catch((error: unknown) => {
      if (!stopped) log.error({ err: error }, 'The search over items could not be brought up to date');
    });
    return working;
  }

  function enqueue(paths: Iterable<DocumentPath>): void {
    for (const path of paths) waiting.add(path);
    void schedule(work);
  }

  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const stopListening = listenFromNow(store, 'items', {
    onStart: () => void schedule(build).then(resolve),
    onChanges: (changes) => enqueue(changes.map(({ path }) => path)),
    onState: (state) => enqueue([...known, ...state.map(({ path }) => path)]),
    onError: (error) => log.error({ err: error }, 'Following items for the search broke off'),
  });

  return {
    ready,
    stop() {
      stopped = true;
      waiting.clear();
      stopListening();
      resolve();
    },
  };
}
