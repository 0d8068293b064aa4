import type { CachedPage } from './cached-page.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';

/** The cached pages and their memory. */
export interface CachedPages {
  /** The page, fresh or stale. */
  get(key: string): CachedPage | undefined;
  /** The page, if it is fresh. */
  getFresh(key: string): CachedPage | undefined;
  /** Caches or replaces a page, evicting others if needed. @returns whether it was cached */
  put(key: string, page: CachedPage, isFresh: boolean): boolean;
  /** Marks the page as stale. */
  expire(key: string): void;
  /** @returns whether it was cached. */
  remove(key: string): boolean;
  /** Removes all pages. */
  clear(): void;
  /** All fresh pages. */
  allFresh(): CachedPage[];
  /** Memory in bytes of all pages, fresh or stale, and of what they share; never above `maxBytes`. */
  bytes(): number;
}

export interface CachedPagesOptions {
  maxBytes: number;
  /** Memory in bytes that pages share, which decreases when they are evicted; default: none. */
  sharedBytes?: () => number;
  /** Called for each evicted page. */
  onEvicted(key: string, page: CachedPage): void;
  /** Called after any change of the pages. */
  onChanged?: () => void;
}

/** A single page may take at most a quarter of the memory: a larger one would evict most others. */
const LARGEST_SHARE = 1 / 4;

interface Entry {
  page: CachedPage;
  bytes: number;
}

/** A cache of pages, bounded in bytes. Evicts the least recently used. */
export function createCachedPages(options: CachedPagesOptions): CachedPages {
  const { maxBytes, sharedBytes = () => 0, onEvicted, onChanged = () => {} } = options;
  const entries = new Map<string, Entry>();
  const fresh = new Map<string, CachedPage>();
  /** Pages to evict, the least recently used last, with the time of their last use when they were sorted. */
  let line: { key: string; usedAt: number }[] = [];
  let bytes = 0;

  function sizeOf(key: string, page: CachedPage): number {
    return page.size() + textBytes(key) + 2 * ENTRY_BYTES;
  }

  function remove(key: string): boolean {
    const entry = entries.get(key);
    if (!entry) return false;
    bytes -= entry.bytes;
    entries.delete(key);
    fresh.delete(key);
    entry.page.onResize = undefined;
    onChanged();
    return true;
  }

  function evict(key: string): void {
    const page = entries.get(key)?.page;
    if (page && remove(key)) onEvicted(key, page);
  }

  /** Sorts all pages once for many evictions: a page that was used or cached since then was used later than the others. */
  function leastUsed(): string | undefined {
    if (line.length === 0) {
      line = Array.from(entries, ([key, { page }]) => ({ key, usedAt: page.usedAt }));
      line.sort((one, other) => other.usedAt - one.usedAt);
    }
    for (let next = line.pop(); next; next = line.pop()) {
      if (entries.get(next.key)?.page.usedAt === next.usedAt) return next.key;
    }
    return entries.size > 0 ? leastUsed() : undefined;
  }

  function makeRoom(): void {
    while (bytes + sharedBytes() > maxBytes) {
      const key = leastUsed();
      if (key === undefined) return;
      evict(key);
    }
  }

  /** Updates the size of a page after more of its forms were made. */
  function resize(key: string, entry: Entry): void {
    const size = sizeOf(key, entry.page);
    bytes += size - entry.bytes;
    entry.bytes = size;
    if (size > maxBytes * LARGEST_SHARE) evict(key);
    makeRoom();
    onChanged();
  }

  return {
    get: (key) => entries.get(key)?.page,
    getFresh: (key) => fresh.get(key),
    put(key, page, isFresh) {
      remove(key);
      const size = sizeOf(key, page);
      if (size > maxBytes * LARGEST_SHARE) return false;
      const entry: Entry = { page, bytes: size };
      bytes += size;
      entries.set(key, entry);
      if (isFresh) fresh.set(key, page);
      page.onResize = () => resize(key, entry);
      makeRoom();
      onChanged();
      return entries.get(key) === entry;
    },
    expire(key) {
      if (fresh.delete(key)) onChanged();
    },
    remove,
    clear() {
      for (const key of [...entries.keys()]) remove(key);
    },
    allFresh: () => [...fresh.values()],
    bytes: () => bytes + sharedBytes(),
  };
}
