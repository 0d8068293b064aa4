import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure, systemReason } from '../process/start-failure.ts';

/** The name of the database in data folders and in backups. */
export const DATABASE = 'meki.sqlite';

/** The folder of uploaded files, in data folders and in backups. */
export const FILES = 'media';

/** The HMAC key of codes, in data folders and in backups. */
export const SECRET = 'secret';

/** The file of rendered pages. */
export const PAGES = 'pages.sqlite';

/** The file of the full-text search. */
export const SEARCH = 'search.sqlite';

/** The folder of files that are being uploaded, and of copies of the search on their way. */
export const UPLOADS = 'uploads';

/** The folder of pictures that are kept on the disk of an instance, whose files are elsewhere. */
export const KEPT_PICTURES = 'kept-pictures';

/** The beginnings of the folders that a restore makes in a data folder: of what it brings, and of what was there before. */
export const RESTORING = 'restoring-';
export const REPLACED = 'replaced-';

/** Creates the data folder with mode 0700, and checks that it is writable. @throws {StartFailure} */
export function prepareDataFolder(folder: string): void {
  const probe = join(folder, `.write-test-${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartFailure(
      `The data folder ${folder} cannot be written: ${systemReason(error)}. Change its owner, or set MEKI_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
