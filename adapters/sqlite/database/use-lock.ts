import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isLocked, toStoreError } from './database-errors.ts';
import { DatabaseInUse } from './database-in-use.ts';
import { makePrivateFile } from './private-file.ts';

/** How long a process waits for another one's schema change, in milliseconds. */
const CHANGE_WAIT_MS = 10_000;

/**
 * How long a process waits for exclusive use, or to become the server, while another one may be about to end. In milliseconds.
 */
const TURN_WAIT_MS = 1_000;

/** `server`: at most one at a time. `guest`: anything else, such as a command. */
export type Role = 'server' | 'guest';

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
 * a schema change needs EXCLUSIVE. The file is never deleted: deleting it while it is in use would let a second server in.
 * @throws {DatabaseInUse} for a second server @throws {StoreUnavailable} if the file cannot be used
 */
export function takeUseLock(databaseFile: string, role: Role): UseLock {
  const file = `${databaseFile}-lock`;
  let connection: DatabaseSync | undefined;
  try {
    // Never open it outside of SQLite while it is locked: closing any descriptor of a file releases the process's POSIX locks
    // on it.
    if (!existsSync(file)) makePrivateFile(file);
    connection = new DatabaseSync(file);
    // Nothing is written; without this, SQLite would still create a journal file.
    connection.exec('PRAGMA journal_mode = MEMORY');
    return lockWith(connection, databaseFile, role);
  } catch (error) {
    connection?.close();
    throw toStoreError(file, error);
  }
}

function lockWith(connection: DatabaseSync, databaseFile: string, role: Role): UseLock {
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
  const share = () => begin('BEGIN; SELECT count(*) FROM sqlite_schema', CHANGE_WAIT_MS);
  const reserve = (waitMs: number) => begin('BEGIN IMMEDIATE', waitMs);
  const use = () => {
    // Sharing fails only while another process changes the schema, which is not a server.
    if (!share()) throw new DatabaseInUse(databaseFile, 'changing');
    if (role === 'server' && !reserve(TURN_WAIT_MS)) throw new DatabaseInUse(databaseFile, 'serving');
  };
  use();
  return {
    alone(change) {
      if (!begin('BEGIN EXCLUSIVE', TURN_WAIT_MS)) {
        throw new DatabaseInUse(databaseFile, reserve(0) ? 'used' : 'serving-otherwise');
      }
      try {
        change();
      } finally {
        use();
      }
    },
    release: () => connection.close(),
  };
}
