import type { Item, ItemLanguage } from '../content/item.ts';
import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { plainText } from '../rich-text/plain-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { fieldTexts } from './search-entry.ts';
import type { SearchEntry, SearchFinder, SearchIndex } from './search-index.ts';

/** An entry of an item in a language. */
export type ItemSearchEntry = SearchEntry & { type: string; itemId: string };

/** A search over all items, including drafts, in every language. */
export interface ItemSearch {
  put(item: Item): void;
  remove(id: string): void;
  /** None where the indexes do not keep them. @see SearchIndex.entries */
  entries(): Iterable<ItemSearchEntry>;
  restore(entry: ItemSearchEntry): void;
  /**
   * The ids of items of a type that contain the words in any language, best first; includes items in the trash. At least
   * `limit` of them, if there are as many; a greater limit gives the same ids and more.
   */
  find(type: string, query: string, limit: number): string[];
}

/** An index that need not keep its entries. */
type ItemIndex = SearchFinder & Partial<Pick<SearchIndex, 'entries'>>;

/** @param createIndex creates an empty index; each type gets its own, so that a search does not read the others. */
export function createItemSearch(config: SiteConfig, createIndex: () => ItemIndex): ItemSearch {
  const indexes = new Map(config.contentTypes.map(({ key }) => [key, createIndex()]));
  const languages = config.locales.map(({ code }) => code);
  const entryId = (language: Locale, id: string) => `${language}:${id}`;

  return {
    put(item) {
      const type = config.contentTypes.find(({ key }) => key === item.type);
      const index = indexes.get(item.type);
      if (!type || !index) return;
      for (const language of languages) {
        const content = item.languages[language];
        const id = entryId(language, item.id);
        if (content) index.put(entryOf(config, type, item, { id, language, content }));
        else index.remove(id);
      }
    },
    remove(id) {
      for (const index of indexes.values()) for (const language of languages) index.remove(entryId(language, id));
    },
    *entries() {
      for (const [type, index] of indexes) {
        for (const entry of index.entries?.() ?? [])
          yield { ...entry, type, itemId: entry.id.slice(entry.locale.length + 1) };
      }
    },
    restore: ({ type, itemId: _, ...entry }) => indexes.get(type)?.put(entry),
    find(type, query, limit) {
      const ranks = new Map<string, number>();
      for (const locale of languages) {
        const found = indexes.get(type)?.find(query, { locale, limit }) ?? [];
        for (const [rank, entry] of found.entries()) {
          const id = entry.slice(locale.length + 1);
          ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
        }
      }
      return [...ranks].sort(([, a], [, b]) => a - b).map(([id]) => id);
    },
  };
}

function entryOf(
  config: SiteConfig,
  type: ContentType,
  item: Item,
  { id, language, content }: { id: string; language: Locale; content: ItemLanguage },
): SearchEntry {
  const fields = { ...item.fields, ...content.fields };
  const texts = [
    plainText(content.body),
    content.slug,
    ...type.fields.flatMap((field) => fieldTexts(field, fields[field.key], language)),
    ...item.tags.map((tag) => config.tags[tag]?.[language] ?? tag),
  ];
  return {
    id,
    locale: language,
    contentLanguage: language,
    title: content.title,
    summary: content.summary,
    text: texts.filter((text) => text !== '').join('\n'),
  };
}
