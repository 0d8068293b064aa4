import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
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

/** Information about the server of a data folder, for the error message of a refused process. */
const factsSchema = z.object({
  /** The process id on its host; containers have their own ids. */
  pid: z.int(),
  host: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Missing until the server listens. */
  address: z.string().optional(),
});

const fileIn = (folder: string) => join(folder, 'server.json');

/**
 * Writes the file that describes the server. It is only informative: the database's lock determines whether a server runs, so
 * that a file left by a crash is harmless.
 * @param address where it listens; `undefined` before that
 */
export function announceServer(folder: string, address: string | undefined): void {
  const startedAt = new Date(Date.now() - performance.now()).toISOString();
  const facts: z.input<typeof factsSchema> = {
    pid: process.pid,
    host: hostname(),
    startedAt,
    ...(address && { address }),
  };
  const unfinished = `${fileIn(folder)}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
    renameSync(unfinished, fileIn(folder));
  } catch {
    // Disk full: the server can run without the file.
    rmSync(unfinished, { force: true });
  }
}

/** Call it while the database's lock is still held; otherwise it may delete another server's file. */
export function withdrawServer(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** `process 4711 on web-1, started 2026-01-31T10:00:00.000Z, at http://localhost:3000`; `undefined` if unknown. */
export function describeServer(folder: string): string | undefined {
  const facts = readFacts(folder);
  if (!facts) return undefined;
  const { pid, host, startedAt, address } = facts;
  return `process ${pid} on ${host}, started ${startedAt}${address === undefined ? '' : `, at ${address}`}`;
}

function readFacts(folder: string): z.output<typeof factsSchema> | undefined {
  try {
    return factsSchema.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}
