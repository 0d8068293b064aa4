import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../copying/in-parallel.ts';
import { DATABASE, FILES, prepareDataFolder, REPLACED, RESTORING, SECRET } from '../data-folder/data-folder.ts';
import { StartFailure, systemReason } from '../process/start-failure.ts';
import type { BackupStorage } from '../services/backend.ts';
import {
  type BackupProgress,
  type BackupTotals,
  copyFile,
  createCount,
  type Hashes,
  hashFile,
  readBackup,
  syncFolder,
} from './backup-contents.ts';

/** Files copied at once. */
const AT_ONCE = 4;

/** Damaged files that are named. */
const MAX_DAMAGED = 20;

/** What a data folder may have before a restore: the lock of the database, and sites that were replaced before. */
const NO_SITE = new Set([`${DATABASE}-lock`, 'lost+found']);

export interface RestoreOptions {
  storage: BackupStorage;
  /** The folder of the backup. */
  from: string;
  dataDir: string;
  /** Whether to set aside what is in the data folder; otherwise it must be empty. */
  isReplacing: boolean;
  onProgress: (progress: BackupProgress) => void;
}

export interface RestoreOutcome extends BackupTotals {
  /** When the backup was made, ISO 8601. */
  madeAt: string;
  hasSecret: boolean;
  /** The folder with what was in the data folder before. */
  replaced: string | undefined;
}

/**
 * Restores a backup into a data folder that no process uses. Everything is copied beside its place and verified first; only then
 * the folder changes. What was in it is set aside, not deleted.
 * @throws {StartFailure} @throws {StoreUnavailable} with a message for the operator
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreOutcome> {
  const { storage, from, dataDir, isReplacing, onProgress } = options;
  const { madeAt, hashes } = await readBackup(from);
  prepareDataFolder(dataDir);
  const unlock = await storage.lockAlone(dataDir);
  let folder = '';
  try {
    const there = (await readdir(dataDir)).sort();
    const former = there.filter((name) => !NO_SITE.has(name) && !name.startsWith(REPLACED));
    if (former.length > 0 && !isReplacing) {
      throw new StartFailure(
        `There is something in ${dataDir} already (${former.slice(0, 5).join(', ')}). Nothing was changed. With --replace, it is set aside.`,
      );
    }
    folder = await mkdtemp(join(dataDir, RESTORING));
    const totals = await copyVerified({ from, folder, hashes, onProgress });
    const database = join(folder, DATABASE);
    storage.check(database);
    storage.beginHistory(database);
    const replaced = former.length > 0 ? await setAside(dataDir, former) : undefined;
    // The database last: without it, there is no site.
    for (const name of [FILES, SECRET, DATABASE]) {
      if (existsSync(join(folder, name))) await rename(join(folder, name), join(dataDir, name));
    }
    await syncFolder(dataDir);
    return { ...totals, madeAt, hasSecret: hashes.has(SECRET), replaced };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new StartFailure(`${from} was not restored: ${systemReason(error)}.`, { cause: error });
  } finally {
    if (folder !== '') await rm(folder, { recursive: true, force: true }).catch(() => {});
    unlock();
  }
}

/** @throws {StartFailure} that names the files that are not as they were when the backup was made */
async function copyVerified({
  from,
  folder,
  hashes,
  onProgress,
}: Pick<RestoreOptions, 'from' | 'onProgress'> & { folder: string; hashes: Hashes }): Promise<BackupTotals> {
  const copying = createCount('files', onProgress);
  const damaged: string[] = [];
  await inParallel(eachOf(hashes), AT_ONCE, async ([path, hash]) => {
    const isSound = await copyFile(join(from, path), join(folder, path), copying.bytes).then(
      (copied) => copied === hash,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!isSound) damaged.push(path);
    copying.file();
  });
  const verifying = createCount('verifying', onProgress);
  for (const [path, hash] of hashes) {
    if (damaged.length === 0 && (await hashFile(join(folder, path), verifying.bytes)) !== hash) damaged.push(path);
    verifying.file();
  }
  if (damaged.length === 0) return verifying.done;
  const named = damaged.slice(0, MAX_DAMAGED).map((path) => `${path} is missing or not as it was backed up.`);
  throw new StartFailure([...named, `The backup ${from} is damaged. Nothing was changed; restore another one.`]);
}

async function setAside(dataDir: string, names: string[]): Promise<string> {
  const replaced = join(dataDir, `${REPLACED}${new Date().toISOString().replaceAll(':', '-')}`);
  await mkdir(replaced, { mode: 0o700 });
  for (const name of names) await rename(join(dataDir, name), join(replaced, name));
  return replaced;
}

async function* eachOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
