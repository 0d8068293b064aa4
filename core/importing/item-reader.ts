import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';

/** The formats that `meki import` reads: its own files of items, and those with an adapter. */
export const IMPORT_FORMATS = ['items', 'csv', 'markdown', 'wordpress'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The member of an item that a column or property of a source becomes, such as `fields.minutes` or `languages.en.title`. */
export type ImportMap = ReadonlyMap<string, string>;

export interface ReaderOptions {
  config: SiteConfig;
  /** The content type of items that name none. */
  type?: string;
  /** The language of texts that name none; default: that of the site. */
  language?: Locale;
  /** By name in the source. */
  map?: ImportMap;
  /** The folder with the files that a source names by address or by a path of its own site. */
  media?: string;
  /** Whether what a rich text cannot have is left out and told in `notes`, instead of refused. */
  lenient?: boolean;
}

/**
 * The port to a format of content: reads the items in files and folders, in the order of their names. The languages of an item come
 * together, as one value. A file or entry that cannot be read becomes an `UnreadableItem`, and the reader goes on.
 * `file` of what it yields begins with the path that was given.
 */
export type ItemReader = (paths: string[], options: ReaderOptions) => AsyncIterable<SourcedItem | UnreadableItem>;
