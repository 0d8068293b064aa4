import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from '#core/documents/collection.ts';
import { copySite } from '../copying/copy-site.ts';
import { everyPage } from '../copying/in-parallel.ts';
import { DATABASE, FILES } from '../data-folder/data-folder.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Backend, BackupStorage } from '../services/backend.ts';
import { createCount, type Hashes, hashFile } from './backup-contents.ts';
import { type BackupSource, filesIn } from './take-backup.ts';

/** Keys per listing. */
const PAGE = 1_000;

export interface CloudSourceOptions {
  storage: BackupStorage;
  collections: readonly Collection[];
  /** Opens the site in the cloud as it is at this moment, whatever changes later. */
  openFrozen(): Promise<Backend>;
  /** Makes an empty site in a folder. */
  openFolder(folder: string): Backend;
}

/**
 * A site in the cloud, as a data folder that `meki restore` puts in place, and `meki copy` copies back. The documents and drafts are
 * those of one moment, and are read a second time to compare them. Passwords stay with their provider; their holders are kept.
 */
export function cloudSource({ storage, collections, openFrozen, openFolder }: CloudSourceOptions): BackupSource {
  return {
    name: 'the object storage',
    async write(folder, onProgress) {
      const to = openFolder(folder);
      const from = await openFrozen().catch(async (error: unknown) => {
        await to.close();
        throw error;
      });
      try {
        const outcome = await copySite({
          // Servers may run: what they change is not seen.
          from: {
            ...from,
            name: 'the cloud',
            isShared: false,
            passwords: to.passwords,
            files: await asListed(from.files),
          },
          to: { ...to, name: folder },
          collections,
          onProgress: ({ phase, done }) =>
            onProgress({
              phase: phase === 'files' ? 'files' : 'database',
              done: { files: done.files, bytes: done.bytes },
            }),
        });
        if (outcome.kind !== 'copied') {
          const differences = outcome.kind === 'differs' ? outcome.differences : [];
          throw new StartFailure([...differences, 'The backup was not made: what was written is not what was read.']);
        }
      } finally {
        await to.close();
        await from.close();
      }
      await rm(join(folder, `${DATABASE}-lock`), { force: true });
      const hashing = createCount('hashing', onProgress);
      const hash = (path: string) => hashFile(join(folder, path), hashing.bytes);
      const hashes: Hashes = new Map([[DATABASE, await hash(DATABASE)]]);
      for await (const path of filesIn(storage, folder)) hashes.set(path, await hash(path));
      return hashes;
    },
  };
}

/** Files as they are listed now: those that come meanwhile are of the next backup. */
async function asListed(files: Backend['files']): Promise<Backend['files']> {
  const keys: string[] = [];
  for await (const key of everyPage((after) => files.list(FILES, after, PAGE))) keys.push(key);
  return {
    ...files,
    list: async (_folder, after, limit) => {
      const start = after === undefined ? 0 : keys.indexOf(after) + 1;
      return keys.slice(start, start + limit);
    },
  };
}
