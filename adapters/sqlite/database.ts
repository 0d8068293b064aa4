import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { toStoreError } from './database-errors.ts';

/** More than the forms of query that a site has; each prepared statement takes a few kilobytes. */
const MAX_STATEMENTS = 300;

/** A row, as the list of its columns. */
export type Row = readonly SQLInputValue[];

/** An open database with its prepared statements. Every error that it throws is `toStoreError`'s. */
export interface Database {
  readonly file: string;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement and gives the number of rows that it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs statements that are not worth preparing. */
  exec(sql: string): void;
  /** Runs `read` so that all it reads is of one moment. */
  reading<T>(read: () => T): T;
  /** Runs `write` alone, and keeps all that it wrote, durably, or nothing. */
  writing<T>(write: () => T): T;
  close(): void;
}

/** Wraps an open connection. */
export function createDatabase(file: string, connection: DatabaseSync): Database {
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

  const transaction = <T>(begin: string, act: () => T): T => {
    if (connection.isTransaction) return act();
    guarded(() => prepared(begin).run());
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

  return {
    file,
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values) as unknown as Row[]),
    get: (sql, ...values) => guarded(() => prepared(sql).get(...values) as unknown as Row | undefined),
    run: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).changes)),
    exec: (sql) => guarded(() => connection.exec(sql)),
    reading: (read) => transaction('BEGIN', read),
    writing: (write) => transaction('BEGIN IMMEDIATE', write),
    close: () => {
      statements.clear();
      connection.close();
    },
  };
}
