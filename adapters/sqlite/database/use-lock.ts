import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isLocked, toStoreError } from './database-errors.ts';
import { makePrivateFile } from './database-files.ts';

/**
 * Why another process prevents this one from opening the database. `serving`: the other one is a server, and this process is one
 * too or must be alone. `serving-otherwise`: the other one is a server, and this process needs a schema change. `used`: the other
 * one is not a server, and this process needs a schema change or must be alone. `changing`: the other one is changing the schema
 * and takes long, or must be alone.
 */
type OtherUse = 'serving' | 'serving-otherwise' | 'used' | 'changing';

/** Another process prevents this one from opening the database. Nothing was changed. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  readonly use: OtherUse;
  constructor(file: string, use: OtherUse) {
    super(`The database ${file} is in use by another process (${use}).`);
    this.use = use;
  }
}

/** How long a process waits for another one's schema change, in milliseconds. */
const CHANGE_WAIT_MS = 10_000;

/**
 * How long a process waits for exclusive use, or to become the server, while another one may be about to end. In milliseconds.
 */
const TURN_WAIT_MS = 1_000;

/** `server`: at most one at a time. `sole`: works while no other process does. `guest`: anything else, such as a command. */
export type Role = 'server' | 'sole' | 'guest';

/** A lock held while a process uses a database. The operating system releases it when the process ends. */
export interface UseLock {
  /**
   * Runs `change` while no other process uses the database. Before that, another process may have had exclusive use.
   * @throws {DatabaseInUse} if another process uses it
   */
  alone(change: () => void): void;
  release(): void;
}

/**
 * Locks a database against conflicting use by other processes. Uses SQLite's own locks on an empty database beside it, which
 * work on every system and leave nothing behind after a crash: each process holds a SHARED lock, the server also RESERVED, and
 * a schema change or a sole user EXCLUSIVE. The file is never deleted: deleting it while it is in use would let a second server in.
 * @throws {DatabaseInUse} for a second server, and beside a sole user @throws {StoreUnavailable} if the file cannot be used
 */
export function takeUseLock(databaseFile: string, role: Role, changeWaitMs = CHANGE_WAIT_MS): UseLock {
  const file = `${databaseFile}-lock`;
  let connection: DatabaseSync | undefined;
  try {
    // Never open it outside of SQLite while it is locked: closing any descriptor of a file releases the process's POSIX locks
    // on it.
    if (!existsSync(file)) makePrivateFile(file);
    connection = new DatabaseSync(file, { timeout: changeWaitMs });
    // Nothing is written; without this, SQLite would still create a journal file.
    connection.exec('PRAGMA journal_mode = MEMORY');
    return lockWith(connection, databaseFile, role, changeWaitMs);
  } catch (error) {
    connection?.close();
    if (isLocked(error)) throw new DatabaseInUse(databaseFile, 'changing');
    throw toStoreError(file, error);
  }
}

function lockWith(connection: DatabaseSync, databaseFile: string, role: Role, changeWaitMs: number): UseLock {
  const begin = (statements: string, waitMs: number): boolean => {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    try {
      connection.exec(statements);
      return true;
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      if (isLocked(error)) return false;
      throw error;
    }
  };
  const share = () => begin('BEGIN; SELECT count(*) FROM sqlite_schema', changeWaitMs);
  const reserve = (waitMs: number) => begin('BEGIN IMMEDIATE', waitMs);
  const takeAlone = (whenServed: OtherUse) => {
    if (!begin('BEGIN EXCLUSIVE', TURN_WAIT_MS))
      throw new DatabaseInUse(databaseFile, reserve(0) ? 'used' : whenServed);
  };
  const use = () => {
    if (role === 'sole') return takeAlone('serving');
    // Sharing fails only while another process changes the schema or is the sole user, which is not a server.
    if (!share()) throw new DatabaseInUse(databaseFile, 'changing');
    if (role === 'server' && !reserve(TURN_WAIT_MS)) throw new DatabaseInUse(databaseFile, 'serving');
  };
  use();
  return {
    alone(change) {
      takeAlone('serving-otherwise');
      try {
        change();
      } finally {
        use();
      }
    },
    release: () => connection.close(),
  };
}
