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
  /** Memory in bytes of all pages, fresh or stale; never above `maxBytes`. */
  bytes(): number;
}

export interface CachedPagesOptions {
  maxBytes: number;
  /** Called for each evicted page. */
  onEvicted(key: string, page: CachedPage): void;
}

/** A single page may take at most a quarter of the memory: a larger one would evict most others. */
const LARGEST_SHARE = 1 / 4;

interface Entry {
  page: CachedPage;
  bytes: number;
}

/** A cache of pages, bounded in bytes. Evicts the least recently used. */
export function createCachedPages({ maxBytes, onEvicted }: CachedPagesOptions): CachedPages {
  const entries = new Map<string, Entry>();
  const fresh = new Map<string, CachedPage>();
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
    return true;
  }

  function evict(key: string): void {
    const page = entries.get(key)?.page;
    if (page && remove(key)) onEvicted(key, page);
  }

  function makeRoom(): void {
    if (bytes <= maxBytes) return;
    const byUse = [...entries].sort(([, one], [, other]) => one.page.usedAt - other.page.usedAt);
    for (const [key] of byUse) {
      if (bytes <= maxBytes) return;
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
      return entries.get(key) === entry;
    },
    expire: (key) => void fresh.delete(key),
    remove,
    clear() {
      for (const key of [...entries.keys()]) remove(key);
    },
    allFresh: () => [...fresh.values()],
    bytes: () => bytes,
  };
}
