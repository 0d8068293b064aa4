import type { SiteConfig } from '../site/site-config.ts';
import type { Search, SearchArea } from './search-index.ts';

/** Milliseconds that a search waits for an index that is still being filled after a start. Source: Meki's own. */
const WAIT = 3_000;

/** A search over all items, including drafts, and over files, in every language. */
export interface ItemSearch {
  /**
   * The ids of items of a type that contain the words in any language, best first; includes items in the trash. At least
   * `limit` of them, if there are as many; a greater limit gives the same ids and more.
   */
  find(type: string, query: string, limit: number): Promise<string[]>;
  /** The ids of files, likewise. */
  findFiles(query: string, limit: number): Promise<string[]>;
  /** Whether everything that there was at the start can be found. */
  isComplete(): boolean;
}

/** @param complete resolves once everything can be found; until then a search waits a moment, and then finds what is there */
export function createItemSearch(
  { locales }: Pick<SiteConfig, 'locales'>,
  search: Pick<Search, 'find'>,
  complete: Promise<void> = Promise.resolve(),
): ItemSearch {
  let isComplete = false;
  void complete.then(() => {
    isComplete = true;
  });

  async function findIn(area: SearchArea, query: string, limit: number): Promise<string[]> {
    if (!isComplete) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, WAIT);
      await Promise.race([complete, late]);
      clearTimeout(timer);
    }
    const ranks = new Map<string, number>();
    for (const { code } of locales) {
      for (const [rank, id] of search.find(query, { area, locale: code, limit }).entries()) {
        ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
      }
    }
    return [...ranks].sort(([, a], [, b]) => a - b).map(([id]) => id);
  }
  return {
    find: (type, query, limit) => findIn(`items/${type}`, query, limit),
    findFiles: (query, limit) => findIn('files', query, limit),
    isComplete: () => isComplete,
  };
}
