import { findImportProblems } from '#core/importing/import-problems.ts';
import type { ImportProgress, ImportReport } from '#core/importing/import-report.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { loadItemReader } from '../services/services.ts';
import { type ImportTarget, importFiles } from './import-files.ts';

/** The name of the site that the sample is about. */
const SAMPLE_NAMES = ['Meki Imagen', 'Meki Imaging'];

/**
 * Why the sample does not belong into a site, so that nothing of it is imported; `undefined` if it does.
 * @param target.folder of the sample's files
 */
export async function whySampleDoesNotFit({
  config,
  folder,
}: Pick<ImportTarget, 'config'> & { folder: string }): Promise<string | undefined> {
  if (!isSampleSite(config)) return 'site.config.ts is that of a site of its own';
  const readItems = await loadItemReader();
  const [problem] = await findImportProblems(config, readItems([folder], { config }));
  return problem && `it does not fit site.config.ts: ${problem}`;
}

function isSampleSite({ name }: SiteConfig): boolean {
  return Object.values(name).every((own) => SAMPLE_NAMES.includes(own));
}

/**
 * Imports the sample's items. Existing equal items are skipped.
 * @param target.folder of the sample's files.
 * @throws Error if a file of the sample cannot be imported.
 */
export async function seedSample(
  { folder, ...target }: ImportTarget & { folder: string },
  onProgress?: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const report = await importFiles(target, [folder], { onProgress });
  if (report.problems.length > 0) throw new Error(`The sample site has problems:\n${report.problems.join('\n')}`);
  return report;
}
