import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { createDatabase, type Database, WRITE_WAIT_MS } from './database/database.ts';
import { toStoreError } from './database/database-errors.ts';
import { makePrivateFile, rememberFiles } from './database/database-files.ts';
import { type Role, takeUseLock } from './database/use-lock.ts';

/** "Meki" in ASCII: distinguishes our files from other SQLite databases. */
export const APPLICATION_ID = 0x4d656b69;

/** The folder of the migrations. */
export const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Checking a file of this size takes about 30 ms. */
const SMALL_FILE_BYTES = 64 * 1024 * 1024;

/** Maximum size of the write-ahead log that stays on disk after a large import. */
const JOURNAL_BYTES = 64 * 1024 * 1024;

export interface OpenDatabaseOptions {
  file: string;
  /** How long a write waits for another process, in milliseconds; while opening the database, this blocks the thread. */
  writeWaitMs?: number;
  /** The role of this process; default `guest`. */
  role?: Role;
  /** A file up to this size is checked at every start, a larger one only after an unclean shutdown. */
  alwaysCheckedBytes?: number;
  /** Called before a database is made, where there is none or an empty one; an error prevents that, and nothing has changed. */
  beforeMaking?: () => void;
  /** Default: those of the product. */
  migrations?: readonly Migration[];
}

/**
 * Opens the database file, creating it if needed. An existing file is first checked without writing, so that a damaged or
 * foreign file stays unchanged.
 * @throws {StoreUnavailable} with a sentence that names the file.
 * @throws {DatabaseInUse} for a second server, and if the schema must be changed while another process uses it.
 */
export function openDatabase({
  file,
  writeWaitMs = WRITE_WAIT_MS,
  role = 'guest',
  alwaysCheckedBytes = SMALL_FILE_BYTES,
  beforeMaking,
  migrations = migrationsOf(MIGRATIONS),
}: OpenDatabaseOptions): Database {
  requireWritable(file);
  // Before the database is looked at: nobody makes it while this process holds the lock.
  const lock = takeUseLock(file, role);
  try {
    const isMade =
      existsSync(file) &&
      statSync(file).size > 0 &&
      withConnection(file, { readOnly: true, timeout: writeWaitMs }, (connection) => {
        const hasTables = inspect(file, connection, migrations, alwaysCheckedBytes);
        connection.close();
        return hasTables;
      });
    if (!isMade) beforeMaking?.();
    // SQLite gives the files beside it the same mode.
    if (!existsSync(file)) makePrivateFile(file);
    return withConnection(file, { timeout: writeWaitMs }, (connection) => {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
      connection.exec(`PRAGMA journal_size_limit = ${JOURNAL_BYTES}; PRAGMA cache_size = -8000;`);
      // The first read creates the write-ahead log, if there is none.
      connection.exec('SELECT count(*) FROM sqlite_schema');
      const requireFiles = rememberFiles(file);
      const { alone, release } = lock;
      const database = createDatabase(file, connection, { writeWaitMs, requireFiles, alone, onClosed: release });
      migrate(database, migrations, APPLICATION_ID);
      return database;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function withConnection<T>(
  file: string,
  options: { readOnly?: boolean; timeout: number },
  use: (connection: DatabaseSync) => T,
): T {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, options);
    return use(connection);
  } catch (error) {
    if (connection?.isOpen) connection.close();
    throw toStoreError(file, error);
  }
}

/** SQLite would open a read-only file without an error, and fail at the first commit. */
function requireWritable(file: string): void {
  const folder = dirname(file);
  const unusable = (sentence: string, cause: unknown) => new StoreUnavailable(sentence, { cause });
  try {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  } catch (error) {
    throw unusable(`The database ${file} cannot be opened: there is no folder ${folder}.`, error);
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(`The database ${file} cannot be opened: the folder ${folder} is not writable.`, error);
  }
  if (!existsSync(file)) {
    if (!lstatSync(file, { throwIfNoEntry: false })) return;
    throw new StoreUnavailable(
      `The database ${file} is a link to a file that is not there. Put its disk or its file back, or remove the link.`,
    );
  }
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    if (!statSync(file).isFile()) throw new Error(`${file} is not a file`);
  } catch (error) {
    throw unusable(`The database ${file} cannot be opened: it is not a file that can be read and written.`, error);
  }
}

/** @returns whether it has tables @throws {StoreUnavailable} if it cannot be used */
function inspect(
  file: string,
  connection: DatabaseSync,
  migrations: readonly Migration[],
  alwaysCheckedBytes: number,
): boolean {
  // SQLite deletes the write-ahead log when the last connection closes: a remaining one indicates an unclean shutdown.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const stoppedUncleanly = log !== undefined && log.size > 0;
  const [application, version, objects] = [
    pragma(connection, 'application_id'),
    pragma(connection, 'user_version'),
    connection.prepare('SELECT count(*) AS value FROM sqlite_schema').get()?.value,
  ];
  if (application !== APPLICATION_ID && objects !== 0) {
    throw new StoreUnavailable(`The database ${file} is not one of Meki's. It was left as it is.`);
  }
  requireKnown(file, Number(version), migrations);
  if (!stoppedUncleanly && statSync(file).size > alwaysCheckedBytes) return objects !== 0;
  const found = pragma(connection, 'quick_check(1)', 'quick_check');
  if (found !== 'ok') {
    throw new StoreUnavailable(`The database ${file} is damaged. It was left as it is; restore a backup.`, {
      cause: new Error(String(found)),
    });
  }
  return objects !== 0;
}

function pragma(connection: DatabaseSync, name: string, column = name): unknown {
  return connection.prepare(`PRAGMA ${name}`).get()?.[column];
}

interface Migration {
  number: number;
  sql: string;
}

/**
 * The migrations in a folder, `NNN-name.sql`, ordered by number. The first one makes the first schema.
 * @throws {Error} if there are none, if a number is missing, or if a file has another name pattern: a programming error.
 */
export function migrationsOf(folder: URL): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      return { name, number, sql: readFileSync(new URL(name, folder), 'utf8') };
    });
  const first = migrations[0]?.number ?? Number.NaN;
  for (const [index, { name, number }] of migrations.entries()) {
    if (number !== first + index) throw new Error(`${name}: expected number ${first + index}`);
  }
  if (migrations.length === 0) throw new Error(`There are no migrations in ${folder}`);
  return migrations.map(({ number, sql }) => ({ number, sql }));
}

/**
 * Runs pending migrations in one transaction. The database's `user_version` is the number of the last applied one.
 * @throws {StoreUnavailable} as `requireKnown` @throws {DatabaseInUse} if another process uses the database
 */
export function migrate(database: Database, migrations: readonly Migration[], applicationId: number): void {
  const newest = newestOf(migrations);
  const seen = () => {
    const version = Number(database.get('PRAGMA user_version')?.[0]);
    requireKnown(database.file, version, migrations);
    return version;
  };
  database.changingSchema(
    () => seen() === newest,
    () => {
      const version = seen();
      for (const { number, sql } of migrations) if (number > version) database.exec(sql);
      database.exec(`PRAGMA user_version = ${newest}; PRAGMA application_id = ${applicationId};`);
    },
  );
}

/**
 * Refuses a database that the migrations do not lead to.
 * @param version its `user_version`; 0 if it is empty
 * @throws {StoreUnavailable} if it was made by a newer Meki, or by one from before the first schema
 */
export function requireKnown(file: string, version: number, migrations: readonly Migration[]): void {
  if (version > newestOf(migrations)) {
    throw new StoreUnavailable(`The database ${file} was made by a newer Meki. It was left as it is.`);
  }
  if (version === 0 || version >= (migrations[0]?.number ?? 0)) return;
  throw new StoreUnavailable(
    `The database ${file} was made by a Meki from before the first release. It was left as it is: export its items with that Meki, and import them into a new data folder.`,
  );
}

function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}
