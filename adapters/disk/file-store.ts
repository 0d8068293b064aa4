import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireFileKey } from '#core/media/file-key.ts';
import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';

/** Keeps each file under its key in a folder, which is made when the first one is written. */
export function createDiskFileStore({ folder }: { folder: string }): FileStore {
  return {
    async write(key, bytes) {
      const target = join(folder, requireFileKey(key));
      // Beside the target, so that the rename stays on one file system; readers see the old file or the new one.
      const temporary = `${target}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(target), { recursive: true });
        const file = await open(temporary, 'wx');
        try {
          await file.writeFile(bytes);
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

    async read(key) {
      const source = join(folder, requireFileKey(key));
      try {
        return new Uint8Array(await readFile(source));
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return undefined;
        throw unavailable(`The file ${key} could not be read from ${folder}`, error);
      }
    },
  };
}

/** Makes the new name of a file last. Some systems cannot open a folder; there the rename has to do. */
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
