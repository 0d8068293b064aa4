import type { CachedPage } from './cached-page.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';

/** The pages in memory, and what they take of it. */
export interface KeptPages {
  /** The page, fresh or not. */
  get(key: string): CachedPage | undefined;
  /** The page, if nothing that it was made from has changed. */
  getFresh(key: string): CachedPage | undefined;
  /** Keeps a page in the place of the one before, and gives up others for it. @returns whether it is kept */
  put(key: string, page: CachedPage, isFresh: boolean): boolean;
  /** The page stays, but is no longer fresh. */
  expire(key: string): void;
  /** Whether it was kept. */
  remove(key: string): boolean;
  /** All that are fresh. */
  allFresh(): CachedPage[];
  /** Bytes of memory that all of them take, fresh or not; never more than `maxBytes`. */
  bytes(): number;
}

export interface KeptPagesOptions {
  maxBytes: number;
  /** Told of each page that gives way to others. */
  onEvicted(key: string): void;
}

/** A single page may take a quarter of the memory: a larger one would drive out most others. */
const LARGEST_SHARE = 1 / 4;

interface Entry {
  page: CachedPage;
  bytes: number;
}

/** Pages within a bound of bytes. Where there is no more room, those go first that were not used for longest. */
export function createKeptPages({ maxBytes, onEvicted }: KeptPagesOptions): KeptPages {
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
    if (remove(key)) onEvicted(key);
  }

  function makeRoom(): void {
    if (bytes <= maxBytes) return;
    const byUse = [...entries].sort(([, one], [, other]) => one.page.usedAt - other.page.usedAt);
    for (const [key] of byUse) {
      if (bytes <= maxBytes) return;
      evict(key);
    }
  }

  /** Counts a page anew: what is made from it later is held with it. */
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
    allFresh: () => [...fresh.values()],
    bytes: () => bytes,
  };
}
