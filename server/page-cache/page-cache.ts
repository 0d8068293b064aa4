import type { DocumentReader } from '#core/documents/document-store.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import { isKeepable, type RenderedPage, type RenderPage } from '../rendering/rendered-page.ts';
import { BackgroundQueue } from './background-queue.ts';
import { type CachedPage, createCachedPage } from './cached-page.ts';
import { CachedPages } from './cached-pages.ts';
import type { PageAddress } from './page-address.ts';
import type { ReadIndex, Reads } from './read-index.ts';
import { createRenderQueue, type RenderQueue, TooBusy } from './render-queue.ts';
import type { StoredPages } from './stored-pages.ts';

/** A cached page, or the app's response if it is not cacheable: a redirect, an error, a private page. */
export type PageResult = { kind: 'page'; page: CachedPage } | { kind: 'response'; rendered: RenderedPage };

export interface PageCacheOptions {
  render: RenderPage;
  store: DocumentReader;
  log: Pick<Log, 'info' | 'error'>;
  securityHeaders: FlatHeaders;
  /** The `Cache-Control` of a page that shared caches may keep; `undefined` for others. */
  sharedControl?: (address: PageAddress) => string | undefined;
  /** Called when a page that shared caches may have has changed, or is not followed any longer. */
  onShareEnded?: (address: PageAddress) => void;
  maxBytes?: number;
  /** Milliseconds from any origin. */
  now?: () => number;
  /** Queue of renders that visitors wait for. */
  visitors?: RenderQueue;
  /** Records what pages have read, stored ones included, and tells them of changes. */
  index: ReadIndex;
  /** Pages from before the start. */
  stored?: Pick<StoredPages, 'take' | 'paths' | 'noteChange'> | undefined;
}

/** 64 MB: about 2,000 pages. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** How long a stale page is served after a failed render before the next attempt, in milliseconds. */
const RETRY_AFTER = 5_000;

/** Milliseconds from which on the log tells a render, with what it read. Source: Meki's own; most take some 10 ms. */
const SLOW_RENDER = 1_000;

/** Maximum of each kind of reads that it tells. */
const READS_TOLD = 30;

/** Maximum renders of a page whose sources change while it renders; then it is served anyway. */
const MAX_ATTEMPTS = 5;

/** The state of a page that is cached or being rendered. */
interface Slot {
  address: PageAddress;
  reads?: Reads;
  rendering: Promise<PageResult> | undefined;
  /** Whether a visitor waits for the render. */
  isAwaited: boolean;
  retryAt: number;
  failing: boolean;
}

/** Caches public pages in memory until something they depend on changes. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #visitors: RenderQueue;
  readonly #now: () => number;
  readonly #slots = new Map<string, Slot>();
  readonly #kept: CachedPages;
  /** Renders that visitors wait for. */
  readonly #awaited = new Set<Promise<PageResult>>();
  readonly #queue = new BackgroundQueue((key) => this.#renew(key));
  #clock = 0;

  constructor(options: PageCacheOptions) {
    const { index, stored, maxBytes = DEFAULT_MAX_BYTES } = options;
    this.#options = options;
    this.#visitors = options.visitors ?? createRenderQueue();
    this.#now = options.now ?? (() => performance.now());
    this.#kept = new CachedPages({
      maxBytes,
      sharedBytes: index.sharedBytes,
      onEvicted: (key, page) => {
        this.#endShare(page);
        const slot = this.#slots.get(key);
        if (slot) this.#forget(slot);
      },
      onChanged: stored && (() => stored.noteChange()),
    });
  }

  /** The page at exactly this address, if it is cached and fresh. */
  lookup(key: string): CachedPage | undefined {
    const page = this.#kept.getFresh(key) ?? this.#restore(key);
    if (!page) return undefined;
    page.usedAt = ++this.#clock;
    page.visits += 1;
    return page;
  }

  /**
   * The page, rendered if needed. Concurrent requests for a page share one render. While too many renders are queued, a stale
   * page is served.
   * @param isForProgram whether an error needs no document: it is then rendered without one, for each request
   * @throws {TooBusy} if there is none; errors of the render
   */
  async load(address: PageAddress, isForProgram = false): Promise<PageResult> {
    const { key } = address;
    const page = this.lookup(key);
    if (page) return { kind: 'page', page };
    if (isForProgram && !this.#slots.has(key)) {
      const { render, store } = this.#options;
      const rendered = await this.#visitors.run(() => render(key, store, true));
      if (!isKeepable(rendered)) return { kind: 'response', rendered };
    }
    const slot = this.#slots.get(key) ?? this.#addSlot(address);
    const last = this.#kept.get(key);
    if (last && this.#now() < slot.retryAt) return { kind: 'page', page: last };
    slot.isAwaited = true;
    // A page that is kept is stale because something that it shows was published: people look whether it is there.
    const rendering = this.#begin(slot, last ? this.#visitors.runFirst : this.#visitors.run);
    this.#awaited.add(rendering);
    try {
      return await rendering;
    } catch (error) {
      if (error instanceof TooBusy && last) return { kind: 'page', page: last };
      throw error;
    } finally {
      this.#awaited.delete(rendering);
    }
  }

  /**
   * Whether shared caches may keep the page that is about to be sent: it allows that, and it is the one that is cached and fresh, so
   * that `onShareEnded` will be called when it changes.
   */
  share(page: CachedPage): boolean {
    if (!page.isShareable || this.#kept.getFresh(page.address.key) !== page) return false;
    page.isShared = true;
    return true;
  }

  /** Canonical paths of the fresh pages, stored ones included. */
  paths(): string[] {
    const fresh = this.pages().filter(({ address }) => address.canonical);
    return [...fresh.map(({ address }) => address.pathname), ...(this.#options.stored?.paths() ?? [])];
  }

  /** All fresh pages in memory. */
  pages(): CachedPage[] {
    return this.#kept.allFresh();
  }

  /**
   * Memory in bytes of all cached pages, including stale ones: HTML, compressed forms, headers, data, and recorded reads. Never
   * above `maxBytes`. Responses other than pages (redirects, 404) are not cached.
   */
  bytes(): number {
    return this.#kept.bytes();
  }

  /** Increases with every cache hit. */
  uses(): number {
    return this.#clock;
  }

  /** Resolves when all pages invalidated by changes were rendered again. */
  settled(): Promise<void> {
    return this.#queue.idle();
  }

  close(): void {
    this.#queue.close();
    for (const slot of this.#slots.values()) slot.reads?.close();
  }

  #addSlot(address: PageAddress): Slot {
    const slot: Slot = { address, rendering: undefined, isAwaited: false, retryAt: 0, failing: false };
    this.#slots.set(address.key, slot);
    return slot;
  }

  /** The page from before the start, which is cached from then on. */
  #restore(key: string): CachedPage | undefined {
    const found = this.#slots.has(key) ? undefined : this.#options.stored?.take(key);
    if (!found) return undefined;
    const { page, reads } = found;
    const slot = this.#addSlot(page.address);
    page.usedAt = ++this.#clock;
    slot.reads = reads;
    reads.onTouched = () => {
      if (slot.reads === reads) this.#invalidate(slot);
    };
    if (!this.#kept.put(key, page, true)) this.#forget(slot);
    return page;
  }

  /** Renders a page that has changed, in the background. */
  async #renew(key: string): Promise<void> {
    // Visitors go first, but later ones cannot postpone this work again (no starvation).
    await Promise.allSettled(this.#awaited);
    const slot = this.#slots.get(key);
    if (slot && !this.#kept.getFresh(key)) await this.#begin(slot, (work) => work());
  }

  /** @param inTurn queues the work */
  #begin(slot: Slot, inTurn: RenderQueue['run']): Promise<PageResult> {
    slot.rendering ??= inTurn(() => this.#renderInto(slot)).finally(() => {
      slot.rendering = undefined;
      slot.isAwaited = false;
      if (!this.#kept.get(slot.address.key)) this.#forget(slot);
    });
    return slot.rendering;
  }

  async #renderInto(slot: Slot): Promise<PageResult> {
    const { render, store, index, securityHeaders, sharedControl } = this.#options;
    for (let attempt = 1; ; attempt++) {
      let touched = false;
      const reads: Reads = index.record(() => {
        touched = true;
        if (slot.reads === reads) this.#invalidate(slot);
      });
      try {
        const start = this.#now();
        const rendered = await render(slot.address.key, reads.through(store));
        if (this.#now() - start >= SLOW_RENDER) this.#tellSlow(slot.address, this.#now() - start, reads);
        if (!isKeepable(rendered)) {
          reads.close();
          if (touched && attempt < MAX_ATTEMPTS) continue;
          return rendered.status >= 500 ? this.#fail(slot, rendered.error, rendered) : this.#discard(slot, rendered);
        }
        const surroundings = { securityHeaders, sharedControl: sharedControl?.(slot.address) };
        const page = await createCachedPage(slot.address, rendered, surroundings);
        if (!touched || attempt === MAX_ATTEMPTS) return this.#install(slot, page, reads, !touched);
        reads.close();
      } catch (error) {
        reads.close();
        return this.#fail(slot, error);
      }
    }
  }

  #tellSlow({ pathname }: PageAddress, ms: number, reads: Reads): void {
    const { documents, queries } = reads.list();
    const told = {
      documents: documents.slice(0, READS_TOLD),
      queries: queries.slice(0, READS_TOLD).map(({ query }) => query),
    };
    const counts = { documents: documents.length, queries: queries.length };
    const slow = { path: pathname, ms: Math.round(ms), counts, reads: told };
    this.#options.log.info(slow, 'A page took long to render');
  }

  #install(slot: Slot, page: CachedPage, reads: Reads, isFresh: boolean): PageResult {
    const { key } = slot.address;
    const before = this.#kept.get(key);
    slot.reads?.close();
    Object.assign(slot, { reads, retryAt: 0, failing: false });
    reads.seal();
    page.reads = reads;
    page.usedAt = slot.isAwaited ? ++this.#clock : (before?.usedAt ?? 0);
    page.visits = before?.visits ?? 0;
    // A page that was evicted while it was rendered, and that nobody waits for, is not cached again.
    const isWanted = slot.isAwaited || before !== undefined;
    if (!isWanted || !this.#kept.put(key, page, isFresh)) this.#forget(slot);
    else if (!isFresh) this.#queue.add(key);
    return { kind: 'page', page };
  }

  #discard(slot: Slot, rendered: RenderedPage): PageResult {
    this.#kept.remove(slot.address.key);
    this.#forget(slot);
    return { kind: 'response', rendered };
  }

  /** If rendering fails, a stale page is kept; without one, the failure is the result. */
  #fail(slot: Slot, error: unknown, rendered?: RenderedPage): PageResult {
    const page = this.#kept.get(slot.address.key);
    if (!page) {
      this.#forget(slot);
      if (rendered) return { kind: 'response', rendered };
      throw error;
    }
    if (!slot.failing) {
      const failure = { err: error, path: slot.address.pathname };
      this.#options.log.error(failure, 'A page cannot be rendered; the cached one stays');
    }
    slot.failing = true;
    slot.retryAt = this.#now() + RETRY_AFTER;
    return { kind: 'page', page };
  }

  #endShare(page: CachedPage | undefined): void {
    if (!page?.isShared) return;
    page.isShared = false;
    this.#options.onShareEnded?.(page.address);
  }

  #invalidate(slot: Slot): void {
    const { key } = slot.address;
    this.#endShare(this.#kept.get(key));
    this.#kept.expire(key);
    slot.retryAt = 0;
    this.#queue.add(key);
  }

  /** Drops a page's recorded reads, and its slot unless it is being rendered. */
  #forget(slot: Slot): void {
    const { key } = slot.address;
    slot.reads?.close();
    delete slot.reads;
    this.#queue.drop(key);
    if (!slot.rendering) this.#slots.delete(key);
  }
}
