import { setImmediate } from 'node:timers/promises';
import type { FeedChange } from '#core/documents/document-store.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { assemblePage, type CachedPage } from './cached-page.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import type { PageAddress } from './page-address.ts';
import { openPageFile, type PageFile, type PageRow, removePageFile } from './page-file.ts';
import { createPageWriter } from './page-writer.ts';
import { createReadIndex, type ReadIndex, type ReadList, type Reads } from './read-index.ts';
import { addressIn, unpackPage } from './row-of-page.ts';

/** Milliseconds for which reads are loaded without a pause. */
const SLICE = 2;

/** 16 MB for the reads of pages that nobody has asked for since the start. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

/** Rendered pages, kept over a restart in a file that follows the cache. */
export interface StoredPages {
  /**
   * Opens the file. It never fails: without a usable file, nothing is stored.
   * @param identity of everything but documents that pages depend on @returns the place of the feed to follow from, if any
   */
  open(identity: string): string | undefined;
  /** The page from before the start, if nothing that it has read has changed since; it belongs to the cache from then on. */
  take(key: string): { page: CachedPage; reads: Reads } | undefined;
  /** Canonical paths of the pages that `take` has. */
  paths(): string[];
  /** Receives changes for the pages whose reads are not in the index yet. */
  changes: ChangeReceiver;
  /** The feed fails, or everything up to now has been told. */
  noteFollowing(isFollowing: boolean): void;
  /** To be called after each change of the cache. */
  noteChange(): void;
  /** Whether pages were rendered ahead of requests, and are there. */
  isPrepared(): boolean;
  notePrepared(): void;
  /** Puts the reads of all pages into the index, and follows the cache from then on. */
  start(): Promise<void>;
  /** Writes what has changed, and closes the file. */
  stop(): Promise<void>;
}

export interface StoredPagesOptions {
  file: string;
  /** Of the page cache. */
  index: ReadIndex;
  /** The fresh pages in memory. */
  pages: () => CachedPage[];
  /** Renders a page again that has changed. */
  renew: (address: PageAddress) => Promise<unknown>;
  /** Resolves with the place of the feed up to which everything has been told. */
  currentPlace: () => Promise<string>;
  yieldToVisitors: () => Promise<void>;
  securityHeaders: FlatHeaders;
  sharedControl: (address: PageAddress) => string | undefined;
  log: Pick<Log, 'warn'>;
  maxBytes?: number;
  maxReadBytes?: number;
  writeAfter?: number;
}

/** A page in the file that nobody has asked for since the start. */
interface Waiting {
  canonical: string | undefined;
  loaded?: { address: PageAddress; reads: Reads };
}

/** @see StoredPages and decision 57 */
export function createStoredPages(options: StoredPagesOptions): StoredPages {
  const { index, log, maxReadBytes = MAX_READ_BYTES } = options;
  let file: PageFile | undefined;
  let isFollowing = false;
  let isStopped = false;
  /** The changes since the stored place, until all reads are in the index. */
  let missed: FeedChange[] | undefined;
  const waiting = new Map<string, Waiting>();
  let readBytes = 0;
  const writer = createPageWriter({
    ...{ using, waiting, drop },
    isCurrent: () => isFollowing && missed === undefined,
    pages: options.pages,
    currentPlace: options.currentPlace,
    yieldToVisitors: options.yieldToVisitors,
    maxBytes: options.maxBytes,
    writeAfter: options.writeAfter,
  });
  const lost = new Map<string, PageAddress>();
  const renewals = createBackgroundQueue(async (key) => {
    await options.yieldToVisitors();
    const address = lost.get(key);
    lost.delete(key);
    if (address) await options.renew(address);
  });

  /** @returns `undefined` if the file failed, which is the end of it */
  function using<T>(use: (open: PageFile) => T): T | undefined {
    if (!file) return undefined;
    try {
      return use(file);
    } catch (error) {
      giveUp(error);
      return undefined;
    }
  }

  function giveUp(error: unknown): void {
    log.warn(
      { err: error },
      'The file of rendered pages failed: this server renders without it, the next one makes it anew',
    );
    const failed = file;
    file = undefined;
    for (const key of [...waiting.keys()]) remove(key);
    writer.end();
    try {
      failed?.close();
      removePageFile(options.file);
    } catch {
      // The next start refuses what is left of it, or follows the feed from the place that it has.
    }
  }

  /** Takes a page out of those that wait. @returns what it was */
  function remove(key: string): Waiting | undefined {
    const entry = waiting.get(key);
    waiting.delete(key);
    if (!entry?.loaded) return entry;
    readBytes -= entry.loaded.reads.bytes;
    entry.loaded.reads.close();
    return entry;
  }

  /** Removes a page from the file with the next write, because it has changed or there is no room. */
  function drop(key: string): PageAddress | undefined {
    const entry = remove(key);
    writer.note(key, undefined);
    return entry?.loaded?.address;
  }

  /** The page has changed: it is rendered again, as pages in memory are. */
  function lose(key: string): void {
    const address = drop(key);
    if (!address) return;
    lost.set(key, address);
    renewals.add(key);
  }

  /** Puts the reads of a waiting page into the index, unless a change since the stored place affects them. */
  function load(key: string, row: Pick<PageRow, 'about' | 'reads'>, entry: Waiting): Waiting['loaded'] {
    if (entry.loaded) return entry.loaded;
    const list = JSON.parse(row.reads) as ReadList;
    const isOver = list.until !== undefined && list.until <= Date.now();
    const reads = index.restore(list, () => lose(key));
    readBytes += reads.bytes;
    entry.loaded = { address: addressIn(row.about), reads };
    if (!isOver && (!missed || !isTouched(list, missed))) return entry.loaded;
    lose(key);
    return undefined;
  }

  async function loadReads(): Promise<void> {
    let sliceEnd = 0;
    for (const key of [...waiting.keys()]) {
      if (performance.now() >= sliceEnd) {
        await setImmediate();
        await options.yieldToVisitors();
        sliceEnd = performance.now() + SLICE;
      }
      if (isStopped || !file) return;
      const entry = waiting.get(key);
      if (!entry || entry.loaded) continue;
      using((open) => {
        const row = readBytes < maxReadBytes ? open.readAbout(key) : undefined;
        if (row) load(key, row, entry);
        else drop(key);
      });
    }
    missed = undefined;
  }

  return {
    open(identity) {
      const onUnusable = (error: unknown) =>
        log.warn({ err: error }, 'The file of rendered pages cannot be used: pages are rendered again');
      try {
        file = openPageFile(options.file, identity, onUnusable);
      } catch (error) {
        giveUp(error);
        return undefined;
      }
      const found = using((open) => (open.state ? open.entries() : [])) ?? [];
      for (const { key, canonical } of found) waiting.set(key, { canonical });
      writer.begin(found, file?.state);
      missed = found.length > 0 ? [] : undefined;
      return file?.state?.place;
    },
    take(key) {
      const entry = waiting.get(key);
      if (!entry) return undefined;
      const found = using((open) => {
        const row = open.read(key);
        const loaded = row && load(key, row, entry);
        return loaded && { loaded, ...unpackPage(row.about, row) };
      });
      if (!found) {
        if (waiting.has(key)) drop(key);
        return undefined;
      }
      const { address, parts, loaded } = found;
      const page = assemblePage(address, parts, {
        securityHeaders: options.securityHeaders,
        sharedControl: options.sharedControl(address),
      });
      page.reads = loaded.reads;
      readBytes -= loaded.reads.bytes;
      waiting.delete(key);
      writer.note(key, page.full);
      return { page, reads: loaded.reads };
    },
    paths: () => [...waiting.values()].flatMap(({ canonical }) => canonical ?? []),
    changes: {
      apply: (changes) => void missed?.push(...changes),
      touchAll() {
        for (const [key, { loaded }] of [...waiting]) {
          if (loaded) continue;
          writer.state.isPrepared = false;
          drop(key);
        }
      },
    },
    noteFollowing(is) {
      isFollowing = is;
    },
    noteChange: writer.wake,
    isPrepared: () => writer.state.isPrepared,
    notePrepared() {
      writer.state.isPrepared = true;
      writer.wake();
    },
    async start() {
      await loadReads();
      if (file && !isStopped) writer.start();
    },
    async stop() {
      isStopped = true;
      renewals.close();
      await writer.stop();
      using((open) => open.close());
      file = undefined;
    },
  };
}

function isTouched(list: ReadList, changes: FeedChange[]): boolean {
  let touched = false;
  const alone = createReadIndex();
  const { until: _, ...read } = list;
  alone.restore(read, () => {
    touched = true;
  });
  alone.apply(changes);
  return touched;
}
