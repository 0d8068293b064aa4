import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { isLocked, lockedSentence, toStoreError } from './database-errors.ts';
import { createWriteQueue, type Durability } from './write-queue.ts';

/** Maximum cached prepared statements: more than a site has forms of queries; each takes a few kilobytes. */
const MAX_STATEMENTS = 300;

/**
 * How long a write waits for the write lock of another process, in milliseconds. Source: Meki's own, below browser timeouts.
 */
export const WRITE_WAIT_MS = 5_000;

/**
 * How long a read blocks the thread while another process recovers the index of the write-ahead log, the only lock that readers
 * of an open database can meet. In milliseconds.
 */
const READ_WAIT_MS = 100;

/** A row as an array of columns. */
export type Row = readonly SQLInputValue[];

/** An open database with cached prepared statements. Every error that it throws has passed `toStoreError`. */
export interface Database {
  readonly file: string;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement within a write, and returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs statements without caching them. */
  exec(sql: string): void;
  /** Runs `read` in a read transaction (a consistent snapshot). Never waits for a write. */
  reading<T>(read: () => T): T;
  /**
   * Runs `write` in a transaction: durable once resolved, or rolled back. Writes run in call order. While another process
   * writes, they wait without blocking the event loop.
   * @param durability default: `synced`
   * @throws {StoreUnavailable} if another process holds the write lock for too long, and if the database is closed
   */
  writing<T>(write: () => T, durability?: Durability): Promise<T>;
  /**
   * Runs `change` unless `isDone`, while no other process uses the database. For startup: blocks the thread.
   * @throws {DatabaseInUse} if another process uses the database
   */
  changingSchema(isDone: () => boolean, change: () => void): void;
  /** Tries waiting writes once more, and rejects those that fail. */
  close(): void;
}

export interface DatabaseOptions {
  /** How long a write waits for the write lock of another process, in milliseconds. */
  writeWaitMs?: number;
  /** Called before each write; an error prevents the write. */
  requireFiles?: () => void;
  /** Runs a schema change while no other process uses the database. */
  alone?: (change: () => void) => void;
  /** Called once the connection is closed. */
  onClosed?: () => void;
}

/** A prepared statement whose rows are arrays. */
interface RowStatement {
  all(...values: SQLInputValue[]): Row[];
  get(...values: SQLInputValue[]): Row | undefined;
  run(...values: SQLInputValue[]): { changes: number | bigint };
}

function prepareRows(connection: DatabaseSync, sql: string): RowStatement {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  // The types of Node know rows as objects only.
  return statement as unknown as RowStatement;
}

/** The statements that were used last. */
function createStatements(connection: DatabaseSync) {
  const statements = new Map<string, RowStatement>();
  return {
    prepared(sql: string): RowStatement {
      const known = statements.get(sql);
      // Delete and reinsert: the map is ordered by last use (LRU).
      if (known) statements.delete(sql);
      const statement = known ?? prepareRows(connection, sql);
      statements.set(sql, statement);
      if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      return statement;
    },
    clear: () => statements.clear(),
  };
}

/** Wraps an open connection. */
export function createDatabase(
  file: string,
  connection: DatabaseSync,
  { writeWaitMs = WRITE_WAIT_MS, requireFiles, alone = (change) => change(), onClosed }: DatabaseOptions = {},
): Database {
  const { prepared, clear } = createStatements(connection);

  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw toStoreError(file, error);
    }
  };

  /** Runs `action` in the open transaction, and commits or rolls back. */
  const transaction = <T>(action: () => T): T => {
    try {
      const result = action();
      guarded(() => prepared('COMMIT').run());
      return result;
    } catch (error) {
      // SQLite rolls back by itself after some errors.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };

  /** Acquires the write lock, blocking the thread. @returns whether it succeeded */
  const beginWriting = (waitMs: number): boolean => {
    guarded(() => connection.exec(`PRAGMA busy_timeout = ${waitMs}`));
    try {
      prepared('BEGIN IMMEDIATE').run();
      return true;
    } catch (error) {
      if (isLocked(error)) return false;
      throw toStoreError(file, error);
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${READ_WAIT_MS}`);
    }
  };

  /** In the write-ahead log, a later commit that is synced syncs these as well. */
  const withoutSync = <T>(action: () => T): T => {
    guarded(() => connection.exec('PRAGMA synchronous = NORMAL'));
    try {
      return action();
    } finally {
      connection.exec('PRAGMA synchronous = FULL');
    }
  };

  const lockedError = () => new StoreUnavailable(lockedSentence(file));

  const writes = createWriteQueue({
    tryWriting: (write, durability) => {
      requireFiles?.();
      const attempt = () => (beginWriting(0) ? { result: transaction(write) } : undefined);
      return durability === 'synced' ? attempt() : withoutSync(attempt);
    },
    waitMs: writeWaitMs,
    timeoutError: lockedError,
    closedError: () => new StoreUnavailable(`The database ${file} is closed. Nothing was written.`),
  });

  return {
    file,
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values)),
    get: (sql, ...values) => guarded(() => prepared(sql).get(...values)),
    run: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).changes)),
    exec: (sql) => guarded(() => connection.exec(sql)),
    reading(read) {
      if (connection.isTransaction) return read();
      guarded(() => prepared('BEGIN').run());
      return transaction(read);
    },
    writing: (write, durability) => writes.add(write, durability),
    changingSchema(isDone, change) {
      // Another process may have reverted it before this one used the database again.
      while (!isDone()) {
        alone(() => {
          if (!beginWriting(writeWaitMs)) throw lockedError();
          transaction(() => {
            if (!isDone()) change();
          });
        });
      }
    },
    close() {
      writes.close();
      clear();
      connection.close();
      onClosed?.();
    },
  };
}
