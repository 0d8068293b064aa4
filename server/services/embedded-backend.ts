import { join } from 'node:path';
import { createDiskFileStore } from '#adapters/disk/file-store.ts';
import { createPasswordHasher } from '#adapters/document-identity/password-hasher.ts';
import { DatabaseInUse, takeUseLock } from '#adapters/sqlite/database/use-lock.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { beginHistory, checkSnapshot, idsInSnapshot, takeSnapshot } from '#adapters/sqlite/snapshot.ts';
import type { Collection } from '#core/documents/collection.ts';
import {
  announceServer,
  DATABASE,
  describeServer,
  refuseLostSite,
  withdrawServer,
} from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend, BackendRole, BackupStorage } from './backend.ts';

/**
 * Everything in the data folder, which must exist.
 * @param role `server` for the one server that a data folder can have, `sole` for a copy
 * @throws {StoreUnavailable} with a message for the operator.
 * @throws {StartFailure} if another process prevents this one from using the data folder, and if the folder has parts of a site but
 * no database
 */
export function openEmbeddedBackend(dataDir: string, collections: Collection[], role: BackendRole): Backend {
  const { store, draftLog } = openDatabase(dataDir, collections, role);
  if (role === 'server') announceServer(dataDir, undefined);
  const files = createDiskFileStore({ folder: dataDir });
  return {
    store,
    draftLog,
    files,
    pictureFiles: files,
    passwords: createPasswordHasher(),
    isShared: false,
    announce: (address) => announceServer(dataDir, address),
    async close() {
      if (role === 'server') withdrawServer(dataDir);
      await store.close();
    },
  };
}

/** What backups need of data folders. */
export const embeddedBackups: BackupStorage = {
  files: (folder) => createDiskFileStore({ folder }),
  snapshot: (dataDir, target, onProgress) =>
    orRefuseUse(dataDir, () => takeSnapshot(join(dataDir, DATABASE), target, onProgress)),
  check: checkSnapshot,
  idsIn: idsInSnapshot,
  beginHistory,
  lockAlone: (dataDir) => orRefuseUse(dataDir, async () => takeUseLock(join(dataDir, DATABASE), 'sole').release),
};

function openDatabase(dataDir: string, collections: Collection[], role: BackendRole) {
  try {
    const beforeMaking = () => refuseLostSite(dataDir);
    return openSqlite({ file: join(dataDir, DATABASE), collections, role, beforeMaking });
  } catch (error) {
    throw asRefusal(dataDir, error);
  }
}

async function orRefuseUse<T>(dataDir: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw asRefusal(dataDir, error);
  }
}

/** The error for a data folder in use, in one line with the other process and what to do; any other error as it is. */
function asRefusal(dataDir: string, error: unknown): unknown {
  if (!(error instanceof DatabaseInUse)) return error;
  const server = describeServer(dataDir);
  const who = server === undefined ? '' : ` (${server})`;
  const sentences: { [use in DatabaseInUse['use']]: string } = {
    serving: `A server already runs on the data folder ${dataDir}${who}. Stop it first, or set MEKI_DATA_DIR to another folder.`,
    'serving-otherwise': `A server of another version of Meki or of site.config.ts runs on the data folder ${dataDir}${who}. Stop it first: this version would change the database under it.`,
    used: `Another command of Meki uses the data folder ${dataDir}, and this one has to be alone with its database. Try again when it has ended.`,
    changing: `Another process is bringing the database of the data folder ${dataDir} up to date, or copies the site. Try again when it has ended.`,
  };
  return new StartFailure(sentences[error.use], { cause: error });
}
