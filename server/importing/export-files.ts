import { type ExportReport, exportItems } from '#core/exporting/export-items.ts';
import { loadItemWriter } from '../services/services.ts';
import type { ImportTarget } from './import-files.ts';

/** Writes the items of a site, and the files that they name, into a new or empty folder. @throws {FolderNotEmpty} */
export async function exportFiles(
  site: Pick<ImportTarget, 'store' | 'files' | 'config'>,
  folder: string,
  onProgress?: (progress: { items: number }) => void,
): Promise<ExportReport> {
  return exportItems(site, await (await loadItemWriter())(folder), onProgress);
}
