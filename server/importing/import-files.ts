import type { AuditActor } from '#core/audit/audit-entry.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { type ImportProgress, type ImportReport, importItems } from '#core/importing/import-items.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { Pictures } from '#core/media/pictures.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { loadItemReaders } from '../services/services.ts';

/** The site to import into. */
export interface ImportTarget {
  store: DocumentStore;
  files: FileStore;
  pictures: Pick<Pictures, 'read'>;
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
}

/** Imports the items in files and folders. */
export async function importFiles(
  target: ImportTarget,
  paths: string[],
  onProgress?: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const { readItemFiles, ...readers } = await loadItemReaders(target.config);
  return importItems({ ...target, ...readers }, readItemFiles(paths), onProgress);
}
