import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isLocked, toStoreError } from './database-errors.ts';
import { DatabaseInUse } from './database-in-use.ts';
import { makePrivateFile } from './private-file.ts';

/** Milliseconds that a process waits while another one brings the database up to date. */
const CHANGE_WAIT_MS = 10_000;

/** Milliseconds that a process waits to be alone, or to be the server, while another one may be about to end. */
const TURN_WAIT_MS = 1_000;

/** `server`: of which there is one at a time. `guest`: anything else, such as a command. */
export type Role = 'server' | 'guest';

/** What a process holds for as long as it uses a database. The operating system releases it with the process. */
export interface UseLock {
  /**
   * Runs `change` while no other process uses the database. In between, another process may have been alone with it.
   * @throws {DatabaseInUse} when another one does
   */
  alone(change: () => void): void;
  release(): void;
}

/**
 * Notes that this process uses a database. The notes are SQLite's own locks on an empty database beside it, which work on
 * every system and leave nothing behind after a crash: each process shares it (SHARED), the server reserves it as well
 * (RESERVED), and a change of the schema needs it alone (EXCLUSIVE). The file stays when nobody uses it; deleting it while
 * somebody does would let a second server in.
 * @throws {DatabaseInUse} for a second server @throws {StoreUnavailable} when the file cannot be used
 */
export function takeUseLock(databaseFile: string, role: Role): UseLock {
  const file = `${databaseFile}-lock`;
  let connection: DatabaseSync | undefined;
  try {
    // Never opened besides SQLite while it is locked: closing any descriptor of a file ends the process's locks on it.
    if (!existsSync(file)) makePrivateFile(file);
    connection = new DatabaseSync(file);
    // Nothing is ever written; without this, SQLite would still make a journal for it.
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
    // Sharing first waits for a process that is changing the schema, which is none that serves.
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
