import { accountOwners } from '#core/accounts/account-collections.ts';
import { items } from '#core/content/collections.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { media } from '#core/media/media.ts';
import { FILES, refuseLostFiles } from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend } from './backend.ts';
import type { Environment } from './env.ts';

/** The job that fills a new site with the sample. A start that was killed meanwhile has left it, and goes on. */
export const SAMPLE_JOB = 'sample';

/**
 * Refuses a database without contents beside files of a site: it is the wrong one, or it is lost, and the next stranger to sign up
 * would own the site. Costs one read where there is an owner.
 * @throws {StartFailure} with what to do
 */
export async function refuseLostContents(
  { store, files }: Pick<Backend, 'store' | 'files'>,
  { dataDir, cloud }: Pick<Environment, 'dataDir'> & Partial<Pick<Environment, 'cloud'>>,
): Promise<void> {
  if (await hasContents(store)) return;
  if (!cloud) return refuseLostFiles(dataDir);
  if ((await files.list(FILES, undefined, 1)).length === 0) return;
  const { project, database, bucket } = cloud;
  throw new StartFailure(
    `The database ${database} of the project ${project} is empty, but the bucket ${bucket.name} has files of a site. ` +
      'Check MEKI_CLOUD_PROJECT, MEKI_CLOUD_DATABASE and MEKI_FILES_URL, or restore a backup of the database (docs/cloud.md); ' +
      `or, for a new site, empty ${FILES}/ in the bucket.`,
  );
}

/** Whether there is an owner, an item or a picture, or a first start that was interrupted. */
async function hasContents(store: DocumentStore): Promise<boolean> {
  for (const { name } of [accountOwners, items, media]) {
    if ((await store.runQuery({ collection: name, limit: 1 })).length > 0) return true;
  }
  return (await getDocument(store, jobs.at(SAMPLE_JOB))) !== undefined;
}
