import type { DocumentReader } from '#core/documents/document-store.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import { isKeepable } from '../rendering/is-keepable.ts';
import type { RenderedPage, RenderPage } from '../rendering/rendered-page.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { type CachedPage, createCachedPage } from './cached-page.ts';
import { createCachedPages } from './cached-pages.ts';
import type { PageAddress } from './page-address.ts';
import type { ReadIndex, Reads } from './read-index.ts';
import { createRenderQueue, type RenderQueue, TooBusy } from './render-queue.ts';
import type { StoredPages } from './stored-pages.ts';

/** A cached page, or the app's response if it is not cacheable: a redirect, an error, a private page. */
export type PageResult = { kind: 'page'; page: CachedPage } | { kind: 'response'; rendered: RenderedPage };

export interface PageCache {
  /** The page at exactly this address, if it is cached and fresh. */
  lookup(key: string): CachedPage | undefined;
  /**
   * The page, rendered if needed. Concurrent requests for a page share one render. While too many renders are queued, a stale
   * page is served.
   * @param isForProgram whether an error needs no document: it is then rendered without one, for each request
   * @throws {TooBusy} if there is none; errors of the render
   */
  load(address: PageAddress, isForProgram?: boolean): Promise<PageResult>;
  /**
   * Whether shared caches may keep the page that is about to be sent: it allows that, and it is the one that is cached and fresh, so
   * that `onShareEnded` will be called when it changes.
   */
  share(page: CachedPage): boolean;
  /** Canonical paths of the fresh pages, stored ones included. */
  paths(): string[];
  /** All fresh pages in memory. */
  pages(): CachedPage[];
  /**
   * Memory in bytes of all cached pages, including stale ones: HTML, compressed forms, headers, data, and recorded reads. Never
   * above `maxBytes`. Responses other than pages (redirects, 404) are not cached.
   */
  bytes(): number;
  /** Increases with every cache hit. */
  uses(): number;
  /** Resolves when all pages invalidated by changes were rendered again. */
  settled(): Promise<void>;
  close(): void;
}

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
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, store, index, log, securityHeaders, maxBytes = DEFAULT_MAX_BYTES, sharedControl, stored } = options;
  const { now = () => performance.now(), visitors = createRenderQueue() } = options;
  const slots = new Map<string, Slot>();
  const kept = createCachedPages({
    maxBytes,
    sharedBytes: index.sharedBytes,
    onEvicted(key, page) {
      endShare(page);
      const slot = slots.get(key);
      if (slot) forget(slot);
    },
    ...(stored && { onChanged: stored.noteChange }),
  });
  /** Renders that visitors wait for. */
  const awaited = new Set<Promise<PageResult>>();
  let clock = 0;
  const queue = createBackgroundQueue(async (key) => {
    // Visitors go first, but later ones cannot postpone this work again (no starvation).
    await Promise.allSettled(awaited);
    const slot = slots.get(key);
    if (slot && !kept.getFresh(key)) await begin(slot, (work) => work());
  });

  async function load(address: PageAddress, isForProgram = false): Promise<PageResult> {
    const { key } = address;
    const page = lookup(key);
    if (page) return { kind: 'page', page };
    if (isForProgram && !slots.has(key)) {
      const rendered = await visitors.run(() => render(key, store, true));
      if (!isKeepable(rendered)) return { kind: 'response', rendered };
    }
    const slot = slots.get(key) ?? addSlot(address);
    const last = kept.get(key);
    if (last && now() < slot.retryAt) return { kind: 'page', page: last };
    slot.isAwaited = true;
    // A page that is kept is stale because something that it shows was published: people look whether it is there.
    const rendering = begin(slot, last ? visitors.runFirst : visitors.run);
    awaited.add(rendering);
    try {
      return await rendering;
    } catch (error) {
      if (error instanceof TooBusy && last) return { kind: 'page', page: last };
      throw error;
    } finally {
      awaited.delete(rendering);
    }
  }

  function addSlot(address: PageAddress): Slot {
    const slot: Slot = { address, rendering: undefined, isAwaited: false, retryAt: 0, failing: false };
    slots.set(address.key, slot);
    return slot;
  }

  /** The page from before the start, which is cached from then on. */
  function restore(key: string): CachedPage | undefined {
    const found = slots.has(key) ? undefined : stored?.take(key);
    if (!found) return undefined;
    const { page, reads } = found;
    const slot = addSlot(page.address);
    page.usedAt = ++clock;
    slot.reads = reads;
    reads.onTouched = () => {
      if (slot.reads === reads) invalidate(slot);
    };
    if (!kept.put(key, page, true)) forget(slot);
    return page;
  }

  /** @param inTurn queues the work */
  function begin(slot: Slot, inTurn: RenderQueue['run']): Promise<PageResult> {
    slot.rendering ??= inTurn(() => renderInto(slot)).finally(() => {
      slot.rendering = undefined;
      slot.isAwaited = false;
      if (!kept.get(slot.address.key)) forget(slot);
    });
    return slot.rendering;
  }

  function lookup(key: string): CachedPage | undefined {
    const page = kept.getFresh(key) ?? restore(key);
    if (!page) return undefined;
    page.usedAt = ++clock;
    page.visits += 1;
    return page;
  }

  async function renderInto(slot: Slot): Promise<PageResult> {
    for (let attempt = 1; ; attempt++) {
      let touched = false;
      const reads: Reads = index.record(() => {
        touched = true;
        if (slot.reads === reads) invalidate(slot);
      });
      try {
        const start = now();
        const rendered = await render(slot.address.key, reads.through(store));
        if (now() - start >= SLOW_RENDER) tellSlow(slot.address, now() - start, reads);
        if (!isKeepable(rendered)) {
          reads.close();
          if (touched && attempt < MAX_ATTEMPTS) continue;
          return rendered.status >= 500 ? fail(slot, rendered.error, rendered) : discard(slot, rendered);
        }
        const surroundings = { securityHeaders, sharedControl: sharedControl?.(slot.address) };
        const page = await createCachedPage(slot.address, rendered, surroundings);
        if (!touched || attempt === MAX_ATTEMPTS) return install(slot, page, reads, !touched);
        reads.close();
      } catch (error) {
        reads.close();
        return fail(slot, error);
      }
    }
  }

  function tellSlow({ pathname }: PageAddress, ms: number, reads: Reads): void {
    const { documents, queries } = reads.list();
    const told = {
      documents: documents.slice(0, READS_TOLD),
      queries: queries.slice(0, READS_TOLD).map(({ query }) => query),
    };
    const counts = { documents: documents.length, queries: queries.length };
    log.info({ path: pathname, ms: Math.round(ms), counts, reads: told }, 'A page took long to render');
  }

  function install(slot: Slot, page: CachedPage, reads: Reads, isFresh: boolean): PageResult {
    const { key } = slot.address;
    const before = kept.get(key);
    slot.reads?.close();
    Object.assign(slot, { reads, retryAt: 0, failing: false });
    reads.seal();
    page.reads = reads;
    page.usedAt = slot.isAwaited ? ++clock : (before?.usedAt ?? 0);
    page.visits = before?.visits ?? 0;
    // A page that was evicted while it was rendered, and that nobody waits for, is not cached again.
    const isWanted = slot.isAwaited || before !== undefined;
    if (!isWanted || !kept.put(key, page, isFresh)) forget(slot);
    else if (!isFresh) queue.add(key);
    return { kind: 'page', page };
  }

  function discard(slot: Slot, rendered: RenderedPage): PageResult {
    kept.remove(slot.address.key);
    forget(slot);
    return { kind: 'response', rendered };
  }

  /** If rendering fails, a stale page is kept; without one, the failure is the result. */
  function fail(slot: Slot, error: unknown, rendered?: RenderedPage): PageResult {
    const page = kept.get(slot.address.key);
    if (!page) {
      forget(slot);
      if (rendered) return { kind: 'response', rendered };
      throw error;
    }
    if (!slot.failing)
      log.error({ err: error, path: slot.address.pathname }, 'A page cannot be rendered; the cached one stays');
    slot.failing = true;
    slot.retryAt = now() + RETRY_AFTER;
    return { kind: 'page', page };
  }

  function share(page: CachedPage): boolean {
    if (!page.isShareable || kept.getFresh(page.address.key) !== page) return false;
    page.isShared = true;
    return true;
  }

  function endShare(page: CachedPage | undefined): void {
    if (!page?.isShared) return;
    page.isShared = false;
    options.onShareEnded?.(page.address);
  }

  function invalidate(slot: Slot): void {
    endShare(kept.get(slot.address.key));
    kept.expire(slot.address.key);
    slot.retryAt = 0;
    queue.add(slot.address.key);
  }

  /** Drops a page's recorded reads, and its slot unless it is being rendered. */
  function forget(slot: Slot): void {
    const { key } = slot.address;
    slot.reads?.close();
    delete slot.reads;
    queue.drop(key);
    if (!slot.rendering) slots.delete(key);
  }

  return {
    lookup,
    load,
    share,
    paths() {
      const fresh = kept.allFresh().filter(({ address }) => address.canonical);
      return [...fresh.map(({ address }) => address.pathname), ...(stored?.paths() ?? [])];
    },
    pages: kept.allFresh,
    bytes: kept.bytes,
    uses: () => clock,
    settled: () => queue.idle(),
    close() {
      queue.close();
      for (const slot of slots.values()) slot.reads?.close();
    },
  };
}
