import type { ImportProgress, ImportReport } from '#core/importing/import-items.ts';
import { type ImportTarget, importFiles } from './import-files.ts';

/**
 * Imports the sample's items. Existing equal items are skipped.
 * @param target.folder of the sample's files.
 * @throws Error if a file of the sample cannot be imported.
 */
export async function seedSample(
  { folder, ...target }: ImportTarget & { folder: string },
  onProgress?: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const report = await importFiles(target, [folder], onProgress);
  if (report.problems.length > 0) throw new Error(`The sample site has problems:\n${report.problems.join('\n')}`);
  return report;
}
