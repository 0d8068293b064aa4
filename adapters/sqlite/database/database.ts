import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { isLocked, lockedSentence, toStoreError } from './database-errors.ts';
import { createWriteQueue } from './write-queue.ts';

/** More than the forms of query that a site has; each prepared statement takes a few kilobytes. */
const MAX_STATEMENTS = 300;

/** Milliseconds that a write waits for the write lock of another process. Source: Meki's own, below any browser's patience. */
export const WRITE_WAIT_MS = 5_000;

/**
 * Milliseconds that a read blocks the thread when another process repairs the index of the write-ahead log, which is the
 * one lock that readers of an open database ever meet.
 */
const READ_WAIT_MS = 100;

/** A row, as the list of its columns. */
export type Row = readonly SQLInputValue[];

/** An open database with its prepared statements. Every error that it throws is `toStoreError`'s. */
export interface Database {
  readonly file: string;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement, inside of a write, and gives the number of rows that it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs statements that are not worth preparing. */
  exec(sql: string): void;
  /** Runs `read` so that all it reads is of one moment. It never waits for a write. */
  reading<T>(read: () => T): T;
  /**
   * Runs `write` in a transaction: all that it wrote is durable once this resolves, or nothing is kept. Writes run in the
   * order of the calls. While another process writes, they wait and the event loop goes on.
   * @throws {StoreUnavailable} when another process holds the write lock for too long, and when the database is closed
   */
  writing<T>(write: () => T): Promise<T>;
  /**
   * Runs `change` unless `isDone`, while no other process uses the database. For the start: the thread waits.
   * @throws {DatabaseInUse} when another process uses the database
   */
  changingSchema(isDone: () => boolean, change: () => void): void;
  /** Tries once more to write what still waits, and rejects what cannot be written. */
  close(): void;
}

export interface DatabaseOptions {
  /** Milliseconds that a write waits for the write lock of another process. */
  writeWaitMs?: number;
  /** Called before each write; what it throws keeps the write from happening. */
  requireFiles?: () => void;
  /** Runs a change of the schema while no other process uses the database. */
  alone?: (change: () => void) => void;
  /** Called once the connection is closed. */
  onClosed?: () => void;
}

/** Wraps an open connection. */
export function createDatabase(
  file: string,
  connection: DatabaseSync,
  { writeWaitMs = WRITE_WAIT_MS, requireFiles, alone = (change) => change(), onClosed }: DatabaseOptions = {},
): Database {
  const statements = new Map<string, StatementSync>();

  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    // Taken out and put back: the map's order is by last use.
    if (known) statements.delete(sql);
    const statement = known ?? connection.prepare(sql);
    if (!known) statement.setReturnArrays(true);
    statements.set(sql, statement);
    if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
    return statement;
  };

  const guarded = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw toStoreError(file, error);
    }
  };

  /** Runs `act` in the transaction that has begun, and ends it. */
  const transaction = <T>(act: () => T): T => {
    try {
      const result = act();
      guarded(() => prepared('COMMIT').run());
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };

  /** Takes the write lock, for which the thread waits. @returns whether it has it */
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

  const lockedError = () => new StoreUnavailable(lockedSentence(file));

  const writes = createWriteQueue({
    tryWriting: (write) => {
      requireFiles?.();
      return beginWriting(0) ? { result: transaction(write) } : undefined;
    },
    waitMs: writeWaitMs,
    timeoutError: lockedError,
    closedError: () => new StoreUnavailable(`The database ${file} is closed. Nothing was written.`),
  });

  return {
    file,
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values) as unknown as Row[]),
    get: (sql, ...values) => guarded(() => prepared(sql).get(...values) as unknown as Row | undefined),
    run: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).changes)),
    exec: (sql) => guarded(() => connection.exec(sql)),
    reading(read) {
      if (connection.isTransaction) return read();
      guarded(() => prepared('BEGIN').run());
      return transaction(read);
    },
    writing: (write) => writes.add(write),
    changingSchema(isDone, change) {
      // Another process may have changed it back before this one shared the database again.
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
      statements.clear();
      connection.close();
      onClosed?.();
    },
  };
}
