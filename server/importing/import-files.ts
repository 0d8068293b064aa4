import { relative, resolve, sep } from 'node:path';
import type { AuditActor } from '#core/audit/audit-log.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { type ImportOptions, importItems } from '#core/importing/import-items.ts';
import type { ImportReport } from '#core/importing/import-report.ts';
import type { ImportFormat, ReaderOptions } from '#core/importing/item-reader.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { Pictures } from '#core/media/pictures.ts';
import type { TryPage } from '#core/publishing/try-page.ts';
import { readConfig } from '#core/settings/settings.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createScratchStore, loadItemReader } from '../services/services.ts';

/** The site to import into. */
export interface ImportTarget {
  store: DocumentStore;
  files: FileStore;
  pictures: Pick<Pictures, 'identify' | 'read' | 'readOther'>;
  config: SiteConfig;
  /** Renders each page before it becomes public. */
  tryPage?: TryPage | undefined;
  /** The author, for the audit log. */
  actor: AuditActor;
}

/** What a person says about the files. */
export interface ImportSettings extends Pick<ReaderOptions, 'type' | 'language' | 'map' | 'media' | 'lenient'> {
  /** Default: files of items. */
  format?: ImportFormat;
  /** Whether to find only what would happen, and store nothing. */
  isDryRun?: boolean;
}

/** Imports the items in files and folders. */
export async function importFiles(
  target: ImportTarget,
  paths: string[],
  {
    format,
    isDryRun = false,
    onProgress,
    onOutcome,
    ...settings
  }: ImportSettings & Pick<ImportOptions, 'onProgress' | 'onOutcome'> = {},
): Promise<ImportReport> {
  const config = await readConfig(target.store, target.config);
  const readItems = await loadItemReader(format);
  const trial = isDryRun && {
    store: createTrialStore(target.store, await createScratchStore()),
    files: { write: async () => {} },
  };
  const sources = readItems(paths, { ...settings, config });
  return importItems({ ...target, ...trial }, sources, {
    onProgress,
    onOutcome,
    lenient: settings.lenient,
    paths,
    nameOf: fromWorkingFolder,
  });
}

/** A path as seen from the folder where the command runs, with slashes. */
function fromWorkingFolder(path: string): string {
  return relative('.', resolve(path)).split(sep).join('/') || '.';
}

/**
 * A store that shows what commits would do: it reads documents from `store`, and applies commits to copies in `copies`, an empty
 * store without schemas. Queries find what `store` has.
 */
function createTrialStore(store: DocumentStore, copies: DocumentStore): DocumentStore {
  const known = new Set<DocumentPath>();

  async function load(paths: readonly DocumentPath[]): Promise<void> {
    const unread = [...new Set(paths)].filter((path) => !known.has(path));
    if (unread.length === 0) return;
    for (const document of await store.batchGet(unread)) {
      if (!document) continue;
      const { path, data, createdAt, updatedAt } = document;
      await copies.commit([{ kind: 'set', path, data, times: { createdAt, updatedAt } }]);
    }
    for (const path of unread) known.add(path);
  }

  return {
    ...store,
    async batchGet(paths) {
      await load(paths);
      return copies.batchGet(paths);
    },
    async commit(writes) {
      await load(writes.map(({ path }) => path));
      return copies.commit(writes);
    },
    close: () => copies.close(),
  };
}
