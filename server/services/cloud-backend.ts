import { openFirestore } from '#adapters/firestore/open-firestore.ts';
import { createAccessTokens } from '#adapters/identity-platform/access-tokens.ts';
import { createProviderPasswords } from '#adapters/identity-platform/passwords.ts';
import { createObjectFileStore } from '#adapters/object-storage/file-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import type { Backend } from './backend.ts';
import type { CloudSettings } from './cloud-settings.ts';

/**
 * Documents and drafts in Firestore, passwords in Identity Platform, files in an object storage, for any number of instances.
 * @param secret the same for all instances
 * @throws {StoreUnavailable} with a message for the operator, if the database does not answer a read
 */
export async function openCloudBackend(
  { project, database, apiKey, bucket, emulators }: CloudSettings,
  secret: string,
  collections: Collection[],
): Promise<Backend> {
  const { store, draftLog } = openFirestore({
    collections,
    project,
    database,
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
  return {
    store,
    draftLog,
    files: createObjectFileStore({ bucket }),
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
