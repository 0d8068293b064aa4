import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Passwords } from '#core/accounts/passwords.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { DATABASE, prepareDataFolder, refuseLostSite } from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend } from '../services/backend.ts';
import type { Environment } from '../services/env.ts';
import { collections } from '../services/services.ts';

/** A site as `meki copy` reads or writes it. */
export interface CopySide {
  /** For messages, such as `the data folder /srv/data`. An interrupted copy goes on only from the side with the same name. */
  name: string;
  store: DocumentStore;
  draftLog: DraftLog;
  files: FileStore;
  passwords: Passwords;
  /** Whether processes elsewhere could use it meanwhile, so that a lease has to prevent that. */
  isShared: boolean;
}

/** The folder of the file store that has the site's files. */
export const COPIED_FOLDER = 'media';

export interface CopyTotals {
  documents: number;
  drafts: number;
  /** The updates in the histories of all drafts. */
  updates: number;
  files: number;
  /** Bytes of the files. */
  bytes: number;
}

export interface CopyProgress {
  phase: 'files' | 'drafts' | 'documents' | 'verifying';
  /** What has been read of the source in this phase; written, unless an interrupted copy had it. */
  done: CopyTotals;
}

/** Both sides of a comparison. */
export interface Comparing {
  from: CopySide;
  to: CopySide;
  /** Receives one line per difference. */
  tell(difference: string): void;
}

/** Counts what was done, and tells it. */
export type Count = (more: Partial<CopyTotals>) => void;

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
