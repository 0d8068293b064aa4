import { setImmediate } from 'node:timers/promises';
import type { FeedChange } from '#core/documents/document-store.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import { BackgroundQueue } from './background-queue.ts';
import { assemblePage, type CachedPage } from './cached-page.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import type { PageAddress } from './page-address.ts';
import { addressIn, openPageFile, type PageFile, type PageRow, removePageFile, unpackPage } from './page-file.ts';
import { PageWriter } from './page-writer.ts';
import { createReadIndex, type ReadIndex, type ReadList, type Reads } from './read-index.ts';

/** Milliseconds for which reads are loaded without a pause. */
const SLICE = 2;

/** 16 MB for the reads of pages that nobody has asked for since the start. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

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

/** Rendered pages, kept over a restart in a file that follows the cache. @see decision 57 */
export class StoredPages {
  readonly #options: StoredPagesOptions;
  readonly #writer: PageWriter;
  readonly #renewals = new BackgroundQueue((key) => this.#renew(key));
  readonly #waiting = new Map<string, Waiting>();
  readonly #lost = new Map<string, PageAddress>();
  #file: PageFile | undefined;
  #isFollowing = false;
  #isStopped = false;
  /** The changes since the stored place, until all reads are in the index. */
  #missed: FeedChange[] | undefined;
  #readBytes = 0;

  /** Receives changes for the pages whose reads are not in the index yet. */
  readonly changes: ChangeReceiver = {
    apply: (changes) => void this.#missed?.push(...changes),
    touchAll: () => {
      for (const [key, { loaded }] of [...this.#waiting]) {
        if (loaded) continue;
        this.#writer.state.isPrepared = false;
        this.#drop(key);
      }
    },
  };

  constructor(options: StoredPagesOptions) {
    this.#options = options;
    this.#writer = new PageWriter({
      ...options,
      using: (use) => this.#using(use),
      waiting: this.#waiting,
      drop: (key) => void this.#drop(key),
      isCurrent: () => this.#isFollowing && this.#missed === undefined,
    });
  }

  /**
   * Opens the file. It never fails: without a usable file, nothing is stored.
   * @param identity of everything but documents that pages depend on @returns the place of the feed to follow from, if any
   */
  open(identity: string): string | undefined {
    const onUnusable = (error: unknown) =>
      this.#options.log.warn({ err: error }, 'The file of rendered pages cannot be used: pages are rendered again');
    try {
      this.#file = openPageFile(this.#options.file, identity, onUnusable);
    } catch (error) {
      this.#giveUp(error);
      return undefined;
    }
    const found = this.#using((open) => (open.state ? open.entries() : [])) ?? [];
    for (const { key, canonical } of found) this.#waiting.set(key, { canonical });
    this.#writer.begin(found, this.#file?.state);
    this.#missed = found.length > 0 ? [] : undefined;
    return this.#file?.state?.place;
  }

  /** The page from before the start, if nothing that it has read has changed since; it belongs to the cache from then on. */
  take(key: string): { page: CachedPage; reads: Reads } | undefined {
    const entry = this.#waiting.get(key);
    if (!entry) return undefined;
    const found = this.#using((open) => {
      const row = open.read(key);
      const loaded = row && this.#load(key, row, entry);
      return loaded && { loaded, ...unpackPage(row.about, row) };
    });
    if (!found) {
      if (this.#waiting.has(key)) this.#drop(key);
      return undefined;
    }
    const { address, parts, loaded } = found;
    const { securityHeaders, sharedControl } = this.#options;
    const page = assemblePage(address, parts, { securityHeaders, sharedControl: sharedControl(address) });
    page.reads = loaded.reads;
    this.#readBytes -= loaded.reads.bytes;
    this.#waiting.delete(key);
    this.#writer.note(key, page.full);
    return { page, reads: loaded.reads };
  }

  /** Canonical paths of the pages that `take` has. */
  paths(): string[] {
    return [...this.#waiting.values()].flatMap(({ canonical }) => canonical ?? []);
  }

  /** The feed fails, or everything up to now has been told. */
  noteFollowing(isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
  }

  /** To be called after each change of the cache. */
  noteChange(): void {
    this.#writer.wake();
  }

  /** Whether pages were rendered ahead of requests, and are there. */
  isPrepared(): boolean {
    return this.#writer.state.isPrepared;
  }

  notePrepared(): void {
    this.#writer.state.isPrepared = true;
    this.#writer.wake();
  }

  /** Puts the reads of all pages into the index, and follows the cache from then on. */
  async start(): Promise<void> {
    await this.#loadReads();
    if (this.#file && !this.#isStopped) this.#writer.start();
  }

  /** Writes what has changed, and closes the file. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#renewals.close();
    await this.#writer.stop();
    this.#using((open) => open.close());
    this.#file = undefined;
  }

  /** @returns `undefined` if the file failed, which is the end of it */
  #using<T>(use: (open: PageFile) => T): T | undefined {
    if (!this.#file) return undefined;
    try {
      return use(this.#file);
    } catch (error) {
      this.#giveUp(error);
      return undefined;
    }
  }

  #giveUp(error: unknown): void {
    this.#options.log.warn(
      { err: error },
      'The file of rendered pages failed: this server renders without it, the next one makes it anew',
    );
    const failed = this.#file;
    this.#file = undefined;
    for (const key of [...this.#waiting.keys()]) this.#remove(key);
    this.#writer.end();
    try {
      failed?.close();
      removePageFile(this.#options.file);
    } catch {
      // The next start refuses what is left of it, or follows the feed from the place that it has.
    }
  }

  /** Takes a page out of those that wait. @returns what it was */
  #remove(key: string): Waiting | undefined {
    const entry = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (!entry?.loaded) return entry;
    this.#readBytes -= entry.loaded.reads.bytes;
    entry.loaded.reads.close();
    return entry;
  }

  /** Removes a page from the file with the next write, because it has changed or there is no room. */
  #drop(key: string): PageAddress | undefined {
    const entry = this.#remove(key);
    this.#writer.note(key, undefined);
    return entry?.loaded?.address;
  }

  /** The page has changed: it is rendered again, as pages in memory are. */
  #lose(key: string): void {
    const address = this.#drop(key);
    if (!address) return;
    this.#lost.set(key, address);
    this.#renewals.add(key);
  }

  async #renew(key: string): Promise<void> {
    await this.#options.yieldToVisitors();
    const address = this.#lost.get(key);
    this.#lost.delete(key);
    if (address) await this.#options.renew(address);
  }

  /** Puts the reads of a waiting page into the index, unless a change since the stored place affects them. */
  #load(key: string, row: Pick<PageRow, 'about' | 'reads'>, entry: Waiting): Waiting['loaded'] {
    if (entry.loaded) return entry.loaded;
    const list = JSON.parse(row.reads) as ReadList;
    const isOver = list.until !== undefined && list.until <= Date.now();
    const reads = this.#options.index.restore(list, () => this.#lose(key));
    this.#readBytes += reads.bytes;
    entry.loaded = { address: addressIn(row.about), reads };
    if (!isOver && (!this.#missed || !isTouched(list, this.#missed))) return entry.loaded;
    this.#lose(key);
    return undefined;
  }

  async #loadReads(): Promise<void> {
    const { yieldToVisitors, maxReadBytes = MAX_READ_BYTES } = this.#options;
    let sliceEnd = 0;
    for (const key of [...this.#waiting.keys()]) {
      if (performance.now() >= sliceEnd) {
        await setImmediate();
        await yieldToVisitors();
        sliceEnd = performance.now() + SLICE;
      }
      if (this.#isStopped || !this.#file) return;
      const entry = this.#waiting.get(key);
      if (!entry || entry.loaded) continue;
      this.#using((open) => {
        const row = this.#readBytes < maxReadBytes ? open.readAbout(key) : undefined;
        if (row) this.#load(key, row, entry);
        else this.#drop(key);
      });
    }
    this.#missed = undefined;
  }
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
