import type { DocumentStore } from '#core/documents/document-store.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log.ts';
import type { RenderedPage, RenderPage } from '../rendered-page.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { type CachedPage, createCachedPage } from './cached-page.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import type { PageAddress } from './page-address.ts';
import { createReadIndex, type Recording } from './read-index.ts';

/** A page that is kept, or what the app answered instead: a redirect, an error, a page that must not be kept. */
export type PageResult = { kind: 'page'; page: CachedPage } | { kind: 'response'; rendered: RenderedPage };

export interface PageCache {
  /** The page at exactly this address, if it is kept and nothing that it was made from has changed. */
  lookup(key: string): CachedPage | undefined;
  /** The page, rendered first when need be. Requests for the same page share one render. @throws what the render throws. */
  load(address: PageAddress): Promise<PageResult>;
  /** Tells the cache what was committed. */
  changes: ChangeReceiver;
  /** Canonical paths of the pages that are ready. */
  paths(): string[];
  /** All pages that are kept. */
  pages(): CachedPage[];
  /** Grows with every use of a page that is kept. */
  uses(): number;
  /** Resolves when every page that a change touched was rendered again. */
  settled(): Promise<void>;
  close(): void;
}

export interface PageCacheOptions {
  render: RenderPage;
  store: DocumentStore;
  log: Pick<Log, 'error'>;
  securityHeaders: FlatHeaders;
  maxBytes?: number;
  now?: () => number;
}

/** 64 MB: some 1,500 pages. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** How long a page whose new render failed is shown before the next try, in milliseconds. */
const RETRY_AFTER = 5_000;

/** A page whose sources change faster than it renders is shown after this many renders. */
const MAX_ATTEMPTS = 5;

interface Slot {
  address: PageAddress;
  page?: CachedPage;
  recording?: Recording;
  rendering: Promise<PageResult> | undefined;
  retryAt: number;
  failing: boolean;
}

/** Keeps public pages in memory, each until something that it was made from changes. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, store, log, securityHeaders, maxBytes = DEFAULT_MAX_BYTES, now = Date.now } = options;
  const slots = new Map<string, Slot>();
  const fresh = new Map<string, CachedPage>();
  const index = createReadIndex();
  /** Renders that a visitor waits for. */
  const awaited = new Set<Promise<PageResult>>();
  let clock = 0;
  const queue = createBackgroundQueue(async (key) => {
    while (awaited.size > 0) await Promise.allSettled(awaited);
    const slot = slots.get(key);
    if (slot && !fresh.has(key)) await begin(slot);
  });

  function load(address: PageAddress): Promise<PageResult> {
    const page = lookup(address.key);
    if (page) return Promise.resolve({ kind: 'page', page });
    let slot = slots.get(address.key);
    if (!slot) {
      slot = { address, rendering: undefined, retryAt: 0, failing: false };
      slots.set(address.key, slot);
    }
    if (slot.page && now() < slot.retryAt) return Promise.resolve({ kind: 'page', page: slot.page });
    const rendering = begin(slot);
    awaited.add(rendering);
    const forget = () => awaited.delete(rendering);
    rendering.then(forget, forget);
    return rendering;
  }

  function begin(slot: Slot): Promise<PageResult> {
    slot.rendering ??= renderInto(slot);
    return slot.rendering;
  }

  function lookup(key: string): CachedPage | undefined {
    const page = fresh.get(key);
    if (page) page.usedAt = ++clock;
    return page;
  }

  async function renderInto(slot: Slot): Promise<PageResult> {
    try {
      for (let attempt = 1; ; attempt++) {
        let touched = false;
        const recording: Recording = index.record(store, () => {
          touched = true;
          if (slot.recording === recording) invalidate(slot);
        });
        try {
          const rendered = await render(slot.address.key, recording.store);
          if (!isKeepable(rendered)) {
            recording.close();
            if (touched && attempt < MAX_ATTEMPTS) continue;
            return rendered.status >= 500 ? fail(slot, rendered.error, rendered) : discard(slot, rendered);
          }
          const page = await createCachedPage(slot.address, rendered, securityHeaders);
          if (!touched || attempt === MAX_ATTEMPTS) return install(slot, page, recording, !touched);
          recording.close();
        } catch (error) {
          recording.close();
          return fail(slot, error);
        }
      }
    } finally {
      slot.rendering = undefined;
    }
  }

  function install(slot: Slot, page: CachedPage, recording: Recording, isFresh: boolean): PageResult {
    slot.recording?.close();
    Object.assign(slot, { page, recording, retryAt: 0, failing: false });
    page.usedAt = ++clock;
    if (isFresh) fresh.set(slot.address.key, page);
    else queue.add(slot.address.key);
    evict();
    return { kind: 'page', page };
  }

  function discard(slot: Slot, rendered: RenderedPage): PageResult {
    remove(slot);
    return { kind: 'response', rendered };
  }

  /** A page that cannot be rendered any more stays as it was; without one, the failure is the answer. */
  function fail(slot: Slot, error: unknown, rendered?: RenderedPage): PageResult {
    if (!slot.page) {
      remove(slot);
      if (rendered) return { kind: 'response', rendered };
      throw error;
    }
    if (!slot.failing)
      log.error({ err: error, path: slot.address.pathname }, 'A page cannot be rendered; the last good one stays');
    slot.failing = true;
    slot.retryAt = now() + RETRY_AFTER;
    return { kind: 'page', page: slot.page };
  }

  function invalidate(slot: Slot): void {
    fresh.delete(slot.address.key);
    slot.retryAt = 0;
    queue.add(slot.address.key);
  }

  function remove(slot: Slot): void {
    slot.recording?.close();
    if (slots.get(slot.address.key) !== slot) return;
    slots.delete(slot.address.key);
    fresh.delete(slot.address.key);
  }

  function evict(): void {
    const kept = [...slots.values()].filter((slot) => slot.page);
    let bytes = kept.reduce((sum, { page }) => sum + (page?.size() ?? 0), 0);
    if (bytes <= maxBytes) return;
    kept.sort((a, b) => (a.page?.usedAt ?? 0) - (b.page?.usedAt ?? 0));
    for (const slot of kept) {
      if (bytes <= maxBytes) return;
      bytes -= slot.page?.size() ?? 0;
      remove(slot);
    }
  }

  return {
    lookup,
    load,
    changes: index,
    paths: () => [...fresh.values()].filter(({ address }) => address.canonical).map(({ address }) => address.pathname),
    pages: () => [...fresh.values()],
    uses: () => clock,
    settled: () => queue.idle(),
    close() {
      queue.close();
      for (const slot of slots.values()) slot.recording?.close();
    },
  };
}

function isKeepable({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    !headers.has('set-cookie') &&
    !/no-store/.test(headers.get('cache-control') ?? '')
  );
}
