import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, prepareDataFolder, refuseLostSite } from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend } from '../services/backend.ts';
import type { Environment } from '../services/env.ts';
import { collections } from '../services/services.ts';
import type { CopySide } from './copy-side.ts';

/** The kinds of backend, as `meki copy` names them. */
export const BACKENDS = ['embedded', 'cloud'] as const;

export type BackendName = (typeof BACKENDS)[number];

export interface OpenSide extends CopySide {
  close(): Promise<void>;
}

/**
 * Opens one side of a copy, alone where that is possible: a server or a command on the same data folder is refused meanwhile.
 * @param environment with the settings of the cloud, read as for `MEKI_BACKEND=cloud`
 * @throws {StoreUnavailable} @throws {StartFailure} with a message for the operator
 */
export async function openCopySide(
  backend: BackendName,
  use: 'source' | 'target',
  { dataDir, cloud, secret = '' }: Pick<Environment, 'dataDir' | 'cloud' | 'secret'>,
): Promise<OpenSide> {
  if (backend === 'embedded') {
    if (use === 'target') prepareDataFolder(dataDir);
    else if (!existsSync(join(dataDir, DATABASE))) {
      refuseLostSite(dataDir);
      throw new StartFailure(`There is no site in ${dataDir}.`);
    }
    const { openEmbeddedBackend } = await import('../services/embedded-backend.ts');
    return toSide(openEmbeddedBackend(dataDir, collections, 'sole'), `the data folder ${dataDir}`);
  }
  if (!cloud) throw new Error('The settings of the cloud are missing');
  const { openCloudBackend } = await import('../services/cloud-backend.ts');
  const { project, database, bucket } = cloud;
  const name = `the cloud project ${project} (database ${database}, bucket ${bucket.name})`;
  return toSide(await openCloudBackend(cloud, secret, collections), name);
}

function toSide({ store, draftLog, files, passwords, isShared, close }: Backend, name: string): OpenSide {
  return { name, store, draftLog, files, passwords, isShared, close };
}
