import { join } from 'node:path';
import { keepFiles } from '#adapters/disk/kept-files.ts';
import { openFirestore } from '#adapters/firestore/open-firestore.ts';
import { createAccessTokens } from '#adapters/identity-platform/access-tokens.ts';
import { createProviderPasswords } from '#adapters/identity-platform/passwords.ts';
import { createObjectFileStore } from '#adapters/object-storage/file-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { KEPT_PICTURES } from '../data-folder/data-folder.ts';
import type { Backend } from './backend.ts';
import type { CloudSettings } from './cloud-settings.ts';

/** The files of a site in the cloud alone; nothing to close. */
export function openCloudFiles({ bucket }: Pick<CloudSettings, 'bucket'>): FileStore {
  return createObjectFileStore({ bucket });
}

/**
 * Documents and drafts in Firestore, passwords in Identity Platform, files in an object storage, for any number of instances.
 * @param secret the same for all instances
 * @param options.keepsIn the data folder of a server, which keeps pictures there
 * @param options.isFrozen whether to read the database as it is now, whatever changes
 * @throws {StoreUnavailable} with a message for the operator, if the database does not answer a read
 */
export async function openCloudBackend(
  { project, database, apiKey, bucket, emulators }: CloudSettings,
  secret: string,
  collections: Collection[],
  { keepsIn, isFrozen = false }: { keepsIn?: string | undefined; isFrozen?: boolean } = {},
): Promise<Backend> {
  const { store, draftLog } = openFirestore({
    collections,
    project,
    database,
    isFrozen,
    ...(emulators.firestore && { emulatorHost: emulators.firestore }),
  });
  try {
    await store.batchGet([jobs.at('probe').path]);
  } catch (error) {
    await store.close();
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The database ${database} of the project ${project} cannot be used: ${reason}`;
    throw new StoreUnavailable(message, { cause: error });
  }
  const files = openCloudFiles({ bucket });
  return {
    store,
    draftLog,
    files,
    pictureFiles:
      keepsIn === undefined
        ? files
        : keepFiles({ files, folder: join(keepsIn, KEPT_PICTURES), of: ['media', 'titles'] }),
    passwords: createProviderPasswords({
      project,
      apiKey,
      secret,
      emulatorHost: emulators.auth,
      accessToken: createAccessTokens(),
    }),
    isShared: true,
    usage: store.usage,
    announce: () => {},
    close: () => store.close(),
  };
}
