import type { Drafts } from '#core/drafts/drafts.ts';
import type { EditDependencies } from '#core/drafts/edit-language.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import type { MediaDependencies } from '#core/media/store-media.ts';
import type { HtmlParser } from '#core/rich-text/html-parser.ts';
import type { MarkdownParser } from '#core/rich-text/markdown-parser.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { KeyedQueue } from '../../drafts/keyed-queue.ts';

/** Readers of texts, loaded when they are first needed. */
export interface ContentReaders {
  parseMarkdown: MarkdownParser;
  parseHtml: HtmlParser;
}

/** What the routes of the Content API work with. */
export interface ApiServices extends ItemDependencies, EditDependencies, MediaDependencies {
  config: SiteConfig;
  drafts: Drafts;
  /** Over everything that is written. It follows what is written within moments. */
  itemSearch: Pick<ItemSearch, 'find'>;
  /** Without a slash at its end. */
  origin: string;
  /** The changes that programs make to one item follow each other. */
  changes: KeyedQueue;
  loadReaders(): Promise<ContentReaders>;
}
