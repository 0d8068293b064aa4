import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { media } from '#core/media/media.ts';
import { everyPage, inParallel } from '../copying/in-parallel.ts';
import { DATABASE, FILES, refuseLostSite, SECRET } from '../data-folder/data-folder.ts';
import { StartFailure, systemReason } from '../process/start-failure.ts';
import type { BackupStorage } from '../services/backend.ts';
import {
  type BackupProgress,
  type BackupTotals,
  completeBackup,
  copyFile,
  createCount,
  type Hashes,
  hashFile,
  syncFolder,
} from './backup-contents.ts';

/** Keys per listing. */
const PAGE = 500;

/** Files copied at once. */
const AT_ONCE = 4;

/** What is backed up. */
export interface BackupSource {
  /** The folder with the site, if it is in one: a backup in there would be lost with it. */
  dataDir?: string;
  /** Where the uploaded files are, for messages. */
  name: string;
  /**
   * Writes database, files and secret into a new folder, each durably.
   * @returns their hashes, made of what was read if that is possible
   * @throws {StartFailure} @throws {StoreUnavailable} with a message for the operator
   */
  write(folder: string, onProgress: BackupOptions['onProgress']): Promise<Hashes>;
}

export interface BackupOptions {
  storage: BackupStorage;
  source: BackupSource;
  /** The folder of the backup, which does not exist yet or is empty. */
  to: string;
  onProgress: (progress: BackupProgress) => void;
}

export interface BackupOutcome extends BackupTotals {
  /** Uploaded files that are missing in the site, or damaged there, one line each. */
  problems: string[];
  hasSecret: boolean;
}

/**
 * Backs up a site while it may be served. What was written is read again and compared. The folder gets its name once it is complete;
 * after a failure, nothing is left of it.
 * @throws {StartFailure} @throws {StoreUnavailable} with a message for the operator
 */
export async function takeBackup({ storage, source, to, onProgress }: BackupOptions): Promise<BackupOutcome> {
  const target = resolve(to);
  await requireNew(target, source.dataDir);
  const cannotWrite = (error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error)) return error;
    return new StartFailure(`The backup ${target} was not made: ${systemReason(error)}.`, { cause: error });
  };
  let folder = '';
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folder = await mkdtemp(`${target}.unfinished-`);
    const outcome = await fill(folder, { storage, source, onProgress });
    await rename(folder, target);
    await syncFolder(dirname(target));
    return outcome;
  } catch (error) {
    if (folder !== '') await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw cannotWrite(error);
  }
}

async function requireNew(target: string, dataDir: string | undefined): Promise<void> {
  const within = dataDir === undefined ? '..' : relative(dataDir, target);
  if (within === '' || !/^\.\.(\/|$)/.test(within)) {
    throw new StartFailure(`${target} is in the data folder, and would be lost with it. Choose another place.`);
  }
  const there = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartFailure(`The backup ${target} cannot be made: ${systemReason(error)}.`, { cause: error });
  });
  if (there.length > 0) {
    throw new StartFailure(
      `There is something in ${target} already. A backup needs a new folder. Nothing was changed.`,
    );
  }
}

async function fill(
  folder: string,
  { storage, source, onProgress }: Pick<BackupOptions, 'storage' | 'source' | 'onProgress'>,
): Promise<BackupOutcome> {
  const madeAt = new Date().toISOString();
  const database = join(folder, DATABASE);
  const hashes = await source.write(folder, onProgress);
  onProgress({ phase: 'checking', done: { files: 1, bytes: statSync(database).size } });
  const verifying = createCount('verifying', onProgress);
  storage.check(database, source.dataDir && join(source.dataDir, DATABASE));
  for (const [path, hash] of hashes) {
    if ((await hashFile(join(folder, path), verifying.bytes)) !== hash) {
      throw new StartFailure(`The disk of the backup is faulty: ${path} is not what was written. Nothing was kept.`);
    }
    verifying.file();
  }
  const problems = fileProblems(source.name, storage.idsIn(database, media.name), hashes);
  await completeBackup(folder, sorted(hashes), madeAt);
  return { ...verifying.done, problems, hasSecret: hashes.has(SECRET) };
}

/**
 * A data folder: the database as it is at one moment, then the files. Files are stored before the documents that name them and never
 * change, so that all that the database names are there.
 * @throws {StartFailure} if there is no site
 */
export function folderSource(storage: BackupStorage, dataDir: string): BackupSource {
  if (!statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size) {
    refuseLostSite(dataDir);
    throw new StartFailure(`There is no site in ${dataDir}.`);
  }
  return {
    dataDir,
    name: 'the data folder',
    async write(folder, onProgress) {
      const database = join(folder, DATABASE);
      await storage.snapshot(dataDir, database, (bytes) =>
        onProgress({ phase: 'database', done: { files: 0, bytes } }),
      );
      const hashing = createCount('hashing', onProgress);
      const hashes: Hashes = new Map([[DATABASE, await hashFile(database, hashing.bytes)]]);
      const copying = createCount('files', onProgress);
      const copy = async (path: string) => {
        hashes.set(path, await copyFile(join(dataDir, path), join(folder, path), copying.bytes));
        copying.file();
      };
      await inParallel(filesIn(storage, dataDir), AT_ONCE, copy);
      if (existsSync(join(dataDir, SECRET))) await copy(SECRET);
      return hashes;
    },
  };
}

/** The paths of the uploaded files in a folder. */
export function filesIn(storage: BackupStorage, folder: string): AsyncGenerator<string> {
  const files = storage.files(folder);
  return everyPage((after) => files.list(FILES, after, PAGE));
}

/** What is wrong with the originals of a site: the id of a file is the beginning of its hash. */
function fileProblems(place: string, ids: string[], hashes: Hashes): string[] {
  const originals = new Map<string, string>();
  for (const [path, hash] of hashes) {
    const id = /^media\/([^/]+)\/original\./.exec(path)?.[1];
    if (id !== undefined) originals.set(id, hash);
  }
  return ids.flatMap((id) => {
    const hash = originals.get(id);
    if (hash === undefined) return [`The uploaded file ${FILES}/${id} is missing in ${place}.`];
    return hash.startsWith(id) ? [] : [`The uploaded file ${FILES}/${id} is damaged in ${place}.`];
  });
}

function sorted(hashes: Hashes): Hashes {
  return new Map([...hashes].sort(([one], [other]) => (one < other ? -1 : 1)));
}
