import type { CachedPage } from './cached-page.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';

export interface CachedPagesOptions {
  maxBytes: number;
  /** Memory in bytes that pages share, which decreases when they are evicted; default: none. */
  sharedBytes?: () => number;
  /** Called for each evicted page. */
  onEvicted?: (key: string, page: CachedPage) => void;
  /** Called after any change of the pages. */
  onChanged?: (() => void) | undefined;
}

/** A single page may take at most a quarter of the memory: a larger one would evict most others. */
const LARGEST_SHARE = 1 / 4;

interface Entry {
  page: CachedPage;
  bytes: number;
}

/** A cache of pages, bounded in bytes. Evicts the least recently used. */
export class CachedPages {
  readonly #options: CachedPagesOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #fresh = new Map<string, CachedPage>();
  /** Pages to evict, the least recently used last, with the time of their last use when they were sorted. */
  #line: { key: string; usedAt: number }[] = [];
  #bytes = 0;

  constructor(options: CachedPagesOptions) {
    this.#options = options;
  }

  /** The page, fresh or stale. */
  get(key: string): CachedPage | undefined {
    return this.#entries.get(key)?.page;
  }

  /** The page, if it is fresh. */
  getFresh(key: string): CachedPage | undefined {
    return this.#fresh.get(key);
  }

  /** Caches or replaces a page, evicting others if needed. @returns whether it was cached */
  put(key: string, page: CachedPage, isFresh: boolean): boolean {
    this.remove(key);
    const size = sizeOf(key, page);
    if (size > this.#options.maxBytes * LARGEST_SHARE) return false;
    const entry: Entry = { page, bytes: size };
    this.#bytes += size;
    this.#entries.set(key, entry);
    if (isFresh) this.#fresh.set(key, page);
    page.onResize = () => this.#resize(key, entry);
    this.#makeRoom();
    this.#options.onChanged?.();
    return this.#entries.get(key) === entry;
  }

  /** Marks the page as stale. */
  expire(key: string): void {
    if (this.#fresh.delete(key)) this.#options.onChanged?.();
  }

  /** @returns whether it was cached. */
  remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
    this.#fresh.delete(key);
    entry.page.onResize = undefined;
    this.#options.onChanged?.();
    return true;
  }

  /** Removes all pages. */
  clear(): void {
    for (const key of [...this.#entries.keys()]) this.remove(key);
  }

  /** All fresh pages. */
  allFresh(): CachedPage[] {
    return [...this.#fresh.values()];
  }

  /** Memory in bytes of all pages, fresh or stale, and of what they share; never above `maxBytes`. */
  bytes(): number {
    return this.#bytes + (this.#options.sharedBytes?.() ?? 0);
  }

  #evict(key: string): void {
    const page = this.get(key);
    if (page && this.remove(key)) this.#options.onEvicted?.(key, page);
  }

  /** Sorts all pages once for many evictions: a page that was used or cached since then was used later than the others. */
  #leastUsed(): string | undefined {
    if (this.#line.length === 0) {
      this.#line = Array.from(this.#entries, ([key, { page }]) => ({ key, usedAt: page.usedAt }));
      this.#line.sort((one, other) => other.usedAt - one.usedAt);
    }
    for (let next = this.#line.pop(); next; next = this.#line.pop()) {
      if (this.get(next.key)?.usedAt === next.usedAt) return next.key;
    }
    return this.#entries.size > 0 ? this.#leastUsed() : undefined;
  }

  #makeRoom(): void {
    while (this.bytes() > this.#options.maxBytes) {
      const key = this.#leastUsed();
      if (key === undefined) return;
      this.#evict(key);
    }
  }

  /** Updates the size of a page after more of its forms were made. */
  #resize(key: string, entry: Entry): void {
    const size = sizeOf(key, entry.page);
    this.#bytes += size - entry.bytes;
    entry.bytes = size;
    if (size > this.#options.maxBytes * LARGEST_SHARE) this.#evict(key);
    this.#makeRoom();
    this.#options.onChanged?.();
  }
}

function sizeOf(key: string, page: CachedPage): number {
  return page.size() + textBytes(key) + 2 * ENTRY_BYTES;
}
