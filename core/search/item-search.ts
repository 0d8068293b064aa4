import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { Search } from './search-index.ts';

/** A search over all items, including drafts, in every language. */
export interface ItemSearch {
  /**
   * The ids of items of a type that contain the words in any language, best first; includes items in the trash. At least
   * `limit` of them, if there are as many; a greater limit gives the same ids and more.
   */
  find(type: string, query: string, limit: number): string[];
}

export function createItemSearch({ locales }: Pick<SiteConfig, 'locales'>, search: Pick<Search, 'find'>): ItemSearch {
  const findIn = (locale: Locale, type: string, query: string, limit: number) =>
    search.find(query, { area: `items/${type}`, locale, limit });
  return {
    find(type, query, limit) {
      const ranks = new Map<string, number>();
      for (const { code } of locales) {
        for (const [rank, id] of findIn(code, type, query, limit).entries()) {
          ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
        }
      }
      return [...ranks].sort(([, a], [, b]) => a - b).map(([id]) => id);
    },
  };
}
