import { FIRESTORE_RULES, firestoreIndexes } from '#adapters/firestore/firestore-indexes.ts';
import { collections } from '../../../server/services/services.ts';
import { startFireemu } from './start-fireemu.ts';
import { startObjectStorage } from './start-object-storage.ts';

/** The services of the cloud backend on local ports, empty at first. */
export interface Cloud {
  /** The environment of a site that uses them. */
  variables: { [name: string]: string };
  stop(): Promise<void>;
}

/**
 * @param isDeployed whether the database has the indexes and rules of `cloud/`
 * @throws Error where the emulator does not run, see `whyNoFireemu`
 */
export async function startCloud({ isDeployed = true } = {}): Promise<Cloud> {
  const deployed = { indexes: firestoreIndexes(collections), rules: FIRESTORE_RULES };
  const emulator = await startFireemu(['auth', 'firestore'], isDeployed ? deployed : {});
  const storage = await startObjectStorage();
  const { endpoint, name, region, accessKeyId, secretAccessKey } = storage.bucket;
  return {
    variables: {
      MEKI_BACKEND: 'cloud',
      MEKI_CLOUD_PROJECT: emulator.project,
      MEKI_CLOUD_API_KEY: 'any',
      MEKI_FILES_URL: `s3://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/${name}?region=${region}&tls=false`,
      MEKI_SECRET: 'a secret that all instances have',
      FIRESTORE_EMULATOR_HOST: emulator.hosts.firestore ?? '',
      FIREBASE_AUTH_EMULATOR_HOST: emulator.hosts.auth ?? '',
    },
    async stop() {
      await Promise.all([emulator.stop(), storage.stop()]);
    },
  };
}
