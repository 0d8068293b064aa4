import { randomUUID } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type FilePart,
  type FileStore,
  FileStoreBusy,
  FileStoreUnavailable,
  type LocalFile,
  pathOf,
  requireFileKey,
} from '#core/media/file-store.ts';
import { limitConcurrency } from '#core/media/limit-concurrency.ts';

/** Maximum files open at once. libuv reads with four threads; more would only hold descriptors. */
const OPEN_FILES = 16;

/** Maximum queued reads of parts. With 16 at once, the last one waits about a second. */
const WAITING_READS = 2_000;

/** Milliseconds after its last byte until a file that is being written counts as left. Source: Meki's own. */
const LEFT_AFTER = 3_600_000;

/** The end of the name of a file that is being written. */
const TEMPORARY = /\.[0-9a-f-]{36}\.tmp$/;

/** Stores each file under its key in a folder, which is created at the first write. */
export function createDiskFileStore({ folder }: { folder: string }): FileStore {
  const parts = limitConcurrency(OPEN_FILES, WAITING_READS, () => new FileStoreBusy('Too many files are being read'));

  /** The result of `read` for the path of a key; `undefined` if the file does not exist. */
  async function reading<T>(key: string, read: (path: string) => Promise<T | undefined>): Promise<T | undefined> {
    const source = join(folder, requireFileKey(key));
    try {
      return await read(source);
    } catch (error) {
      if (error instanceof FileStoreUnavailable) throw error;
      if (isMissing(error)) return undefined;
      throw unavailable(`The file ${key} could not be read from ${folder}`, error);
    }
  }

  return {
    async list(of, after, limit) {
      const keys: string[] = [];
      try {
        for await (const key of keysIn(folder, requireFileKey(of), after ?? '')) {
          if (keys.length === limit) break;
          keys.push(key);
        }
      } catch (error) {
        if (error instanceof RangeError) throw error;
        throw unavailable(`The files of ${of} could not be listed in ${folder}`, error);
      }
      return keys;
    },

    async write(key, contents) {
      const target = join(folder, requireFileKey(key));
      // In the same folder as the target, so that the rename is atomic; readers see the old file or the new one.
      const temporary = `${target}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(target), { recursive: true });
        const path = pathOf(contents);
        // By the system, which shares the blocks of the two where it can.
        if (path !== undefined) await copyFile(path, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const file = await open(temporary, path === undefined ? 'wx' : 'r+');
        try {
          if (path === undefined) await file.writeFile(contents instanceof Blob ? contents.stream() : contents);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw unavailable(`The file ${key} could not be written to ${folder}`, error);
      }
    },

    async delete(key) {
      const target = join(folder, requireFileKey(key));
      try {
        await unlink(target);
        await syncFolder(dirname(target));
      } catch (error) {
        if (!isMissing(error)) throw unavailable(`The file ${key} could not be deleted from ${folder}`, error);
      }
      // Only if nothing else is in it, and none is being written to it.
      if (dirname(key) !== '.') await rmdir(dirname(target)).catch(() => {});
    },

    read: (key) => reading(key, async (path) => new Uint8Array(await readFile(path))),

    open: (key) => reading(key, openLocalFile),

    size: (key) =>
      reading(key, async (path) => {
        const found = await stat(path);
        return found.isFile() ? found.size : undefined;
      }),

    readPart: (key, start, length) => reading(key, (path) => parts.run(() => readPartOf(path, start, length))),
  };
}

async function openLocalFile(path: string): Promise<LocalFile | undefined> {
  const isFile = (await stat(path)).isFile();
  return isFile ? Object.assign(await openAsBlob(path), { path }) : undefined;
}

/** The keys of the files below a folder, in order, after a key. Unfinished files are left out. */
async function* keysIn(root: string, folder: string, after: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const places: string[] = [];
  for (const entry of entries) {
    const found = entry.isSymbolicLink() ? await stat(join(root, folder, entry.name)) : entry;
    // Sorted with its slash, a folder stands where its keys do.
    if (found.isDirectory()) places.push(`${folder}/${entry.name}/`);
    else if (TEMPORARY.test(entry.name)) await removeLeft(join(root, folder, entry.name));
    else if (found.isFile()) places.push(`${folder}/${entry.name}`);
  }
  for (const place of places.sort()) {
    const isFolder = place.endsWith('/');
    if (place <= after && !(isFolder && after.startsWith(place))) continue;
    if (isFolder) yield* keysIn(root, place.slice(0, -1), after);
    else yield place;
  }
}

/** Deletes a temporary file that nobody writes any more: a killed process has left it. */
async function removeLeft(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > LEFT_AFTER) await rm(path, { force: true });
}

async function readPartOf(path: string, start: number, length: number): Promise<FilePart | undefined> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    const { size } = found;
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - start)));
    let filled = 0;
    while (filled < bytes.byteLength) {
      const { bytesRead } = await file.read(bytes, filled, bytes.byteLength - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { bytes: bytes.subarray(0, filled), size };
  } finally {
    await file.close();
  }
}

/** Makes a rename durable (fsync of the folder). Some systems cannot open a folder; there the rename must suffice. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes(codeOf(error))) throw error;
  }
}

const REASONS: { [code: string]: string } = {
  EACCES: 'this account may not; check the owner of the folder',
  EPERM: 'this account may not; check the owner of the folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a file stands where the folder should be',
  EIO: 'the disk reports an error',
};

function unavailable(what: string, cause: unknown): FileStoreUnavailable {
  const code = codeOf(cause);
  return new FileStoreUnavailable(`${what}: ${REASONS[code] ?? code}`, { cause });
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
