import type { ReaderOptions } from '#core/importing/item-reader.ts';
import type { ExportIndex } from './export-index.ts';
import type { uploadFinder } from './find-upload.ts';

/** What a post of an export is read with. */
export interface PostContext {
  options: ReaderOptions;
  index: ExportIndex;
  /** Key of the content type; empty if there is none. */
  type: string;
  findUpload: ReturnType<typeof uploadFinder>;
  linkTo: (href: string) => string;
}
