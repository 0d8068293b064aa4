import type { Drafts } from '#core/drafts/drafts.ts';
import type { EditDependencies } from '#core/drafts/edit-language.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import type { MediaDependencies } from '#core/media/store-media.ts';
import type { ItemDependencies } from '#core/publishing/change-item.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { KeyedQueue } from '../../drafts/keyed-queue.ts';
import type { UploadSpace } from '../../uploads/upload-space.ts';

/** The dependencies of the Content API's routes. */
export interface ApiServices extends ItemDependencies, EditDependencies, MediaDependencies {
  files: Pick<FileStore, 'write' | 'list' | 'delete'>;
  config: SiteConfig;
  drafts: Drafts;
  /** Over all items, including drafts. Eventually consistent, within moments. */
  itemSearch: ItemSearch;
  /** Without a trailing slash. */
  origin: string;
  uploads: Pick<UploadSpace, 'receive'>;
  /** Default: the usual ones. */
  limits?: MediaLimits;
  /** Serializes the changes that programs make to one item. */
  changes: KeyedQueue;
}
