import type { FlatHeaders } from '../http/representation.ts';
import { isKeepable, type RenderedPage } from '../rendering/rendered-page.ts';
import { type CachedPage, createCachedPage } from './cached-page.ts';
import { CachedPages } from './cached-pages.ts';
import type { ChangeReceiver } from './follow-changes.ts';
import type { PageAddress } from './page-address.ts';
import type { PageResult } from './page-cache.ts';

/** The cache of pages of search results. */
export interface SearchPages {
  /** The page at exactly this address, if it is cached. */
  lookup(key: string): CachedPage | undefined;
  /** The page, rendered if needed. Concurrent requests for a page share one render. @throws errors of the render */
  load(address: PageAddress): Promise<PageResult>;
  /** Receives committed changes, which drop all pages. */
  changes: ChangeReceiver;
  /** Drops all pages, because the search index has changed. */
  clear(): void;
  /** Increases with every cache hit. */
  uses(): number;
  /** Memory in bytes of all cached pages; never above `maxBytes`. */
  bytes(): number;
}

export interface SearchPagesOptions {
  render: (target: string) => Promise<RenderedPage>;
  securityHeaders: FlatHeaders;
  maxBytes?: number;
}

/** 4 MB: about 200 pages. */
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/** Addresses remembered as asked for once; the oldest is forgotten. */
const MOST_ASKED = 1_000;

/**
 * Caches pages of search results that were asked for more than once, until anything is published. They have memory of their own,
 * since anyone can ask for any number of them. They are not rendered again before somebody asks.
 */
export function createSearchPages(options: SearchPagesOptions): SearchPages {
  const { render, securityHeaders, maxBytes = DEFAULT_MAX_BYTES } = options;
  const kept = new CachedPages({ maxBytes });
  const rendering = new Map<string, Promise<PageResult>>();
  const asked = new Set<string>();
  let clock = 0;
  /** Increases with every change: a page rendered meanwhile is not cached. */
  let edition = 0;

  function lookup(key: string): CachedPage | undefined {
    const page = kept.getFresh(key);
    if (page) page.usedAt = ++clock;
    return page;
  }

  async function renderPage(address: PageAddress): Promise<PageResult> {
    const begunAt = edition;
    const rendered = await render(address.key);
    if (!isKeepable(rendered)) return { kind: 'response', rendered };
    const page = await createCachedPage(address, rendered, { securityHeaders });
    page.usedAt = ++clock;
    if (wasRequestedBefore(address.key) && begunAt === edition) kept.put(address.key, page, true);
    return { kind: 'page', page };
  }

  function wasRequestedBefore(key: string): boolean {
    const wasAsked = asked.delete(key);
    asked.add(key);
    const [oldest] = asked;
    if (asked.size > MOST_ASKED && oldest !== undefined) asked.delete(oldest);
    return wasAsked;
  }

  async function load(address: PageAddress): Promise<PageResult> {
    const { key } = address;
    const page = lookup(key);
    if (page) return { kind: 'page', page };
    const shared = rendering.get(key);
    if (shared) return shared;
    const own = renderPage(address);
    rendering.set(key, own);
    try {
      return await own;
    } finally {
      if (rendering.get(key) === own) rendering.delete(key);
    }
  }

  function clear(): void {
    edition += 1;
    rendering.clear();
    kept.clear();
  }

  return {
    lookup,
    load,
    changes: { apply: clear, touchAll: clear },
    clear,
    uses: () => clock,
    bytes: () => kept.bytes(),
  };
}
