import type { AuditActor } from '#core/audit/audit-entry.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { type ImportOptions, importItems } from '#core/importing/import-items.ts';
import type { ImportReport } from '#core/importing/import-report.ts';
import type { ImportFormat, ReaderOptions } from '#core/importing/item-reader.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { Pictures } from '#core/media/pictures.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { loadItemReader } from '../services/services.ts';

/** The site to import into. */
export interface ImportTarget {
  store: DocumentStore;
  files: FileStore;
  pictures: Pick<Pictures, 'read'>;
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
}

/** What a person says about the files. */
export interface ImportSettings extends Pick<ReaderOptions, 'type' | 'language' | 'map' | 'media' | 'lenient'> {
  /** Default: files of items. */
  format?: ImportFormat;
}

/** Imports the items in files and folders. */
export async function importFiles(
  target: ImportTarget,
  paths: string[],
  { format, onProgress, onOutcome, ...settings }: ImportSettings & Omit<ImportOptions, 'paths'> = {},
): Promise<ImportReport> {
  const { config } = target;
  const { readItems, parseMarkdown, parseHtml } = await loadItemReader(config, format);
  const sources = readItems(paths, { ...settings, config, parseMarkdown, parseHtml });
  return importItems({ ...target, parseMarkdown, parseHtml }, sources, { onProgress, onOutcome, paths });
}
