import { accountOwners } from '#core/accounts/account-collections.ts';
import { items } from '#core/content/collections.ts';
import { getDocument, queryDocuments } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { FILES } from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend } from './backend.ts';
import type { CloudSettings } from './cloud-settings.ts';

/** The job that fills a new site with the sample. A start that was killed meanwhile has left it, and goes on. */
export const SAMPLE_JOB = 'sample';

/**
 * Refuses a database of the cloud that is empty beside files of a site: it is the wrong one, or it is lost, and the next stranger
 * to sign up would own the site. Costs one read where there is an owner.
 * @throws {StartFailure} with what to do; the backend is closed
 */
export async function refuseLostCloudSite(
  { store, files, close }: Pick<Backend, 'store' | 'files' | 'close'>,
  { project, database, bucket }: Pick<CloudSettings, 'project' | 'database' | 'bucket'>,
): Promise<void> {
  if (await getDocument(store, accountOwners.at())) return;
  if (await getDocument(store, jobs.at(SAMPLE_JOB))) return;
  if ((await queryDocuments(store, items, { limit: 1 })).length > 0) return;
  if ((await files.list(FILES, undefined, 1)).length === 0) return;
  await close();
  throw new StartFailure(
    `The database ${database} of the project ${project} is empty, but the bucket ${bucket.name} has files of a site. ` +
      'Check MEKI_CLOUD_PROJECT, MEKI_CLOUD_DATABASE and MEKI_FILES_URL, or restore a backup of the database (docs/cloud.md); ' +
      `or, for a new site, empty ${FILES}/ in the bucket.`,
  );
}
