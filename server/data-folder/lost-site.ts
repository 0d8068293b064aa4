import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';
import { DATABASE, FILES, PAGES, REPLACED, RESTORING, SEARCH, SECRET } from './data-folder.ts';

/** Entries that a new volume may have. */
const NOTHING = /^(?:lost\+found|\..*)$/;

/**
 * Refuses a data folder that has parts of a site, when it has no database or an empty one: a new site would take the place of the
 * lost one, and the next stranger to sign up would own it. A server stores all of these parts after its database. What an instance
 * of the cloud leaves, such as `outbox/`, says nothing about a database.
 * @throws {StartFailure} with what to do
 */
export function refuseLostSite(dataDir: string): void {
  refuseParts(
    dataDir,
    entriesOf(dataDir).filter((name) => isPart(dataDir, name)),
  );
}

/**
 * Refuses a data folder with files of a site, for a database that has its tables but nothing of a site in them. A new site may have
 * its secret and its pages by then, but not a file.
 * @throws {StartFailure} with what to do
 */
export function refuseLostFiles(dataDir: string): void {
  refuseParts(dataDir, isPart(dataDir, FILES) ? [FILES] : []);
}

function refuseParts(dataDir: string, parts: string[]): void {
  if (parts.length === 0) return;
  throw new StartFailure(
    `The data folder ${dataDir} has ${parts.join(', ')} of a site, but no ${DATABASE} with its contents. ` +
      `Restore a backup with "MEKI_DATA_DIR=${quoted(dataDir)} npx meki restore BACKUP --replace", where BACKUP is its folder; ` +
      'or, for a new site, empty the data folder.',
  );
}

function isPart(dataDir: string, name: string): boolean {
  const path = join(dataDir, name);
  if ([SECRET, PAGES, SEARCH].includes(name) || name.startsWith(RESTORING) || name.startsWith(REPLACED)) return true;
  if (name === FILES) return entriesOf(path).some((file) => !NOTHING.test(file));
  // SQLite deletes the log of writes of a database that is empty. That of a database without tables may be unfinished.
  return name === `${DATABASE}-wal` && sizeOf(path) > 0 && sizeOf(join(dataDir, DATABASE)) === 0;
}

/** The sorted names in a folder; none if it cannot be read as one. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
