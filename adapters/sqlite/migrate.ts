import { readdirSync, readFileSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { Database } from './database/database.ts';

export interface Migration {
  /** `NNN-name.sql` */
  name: string;
  sql: string;
}

/**
 * The migrations in a folder, ordered by number.
 * @throws {Error} if a number is missing or a file has another name pattern: a programming error.
 */
export function migrationsOf(folder: URL): Migration[] {
  const names = readdirSync(folder).sort();
  return names.map((name, i) => {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (Number(number) !== i + 1) throw new Error(`${name}: expected migration ${String(i + 1).padStart(3, '0')}`);
    return { name, sql: readFileSync(new URL(name, folder), 'utf8') };
  });
}

/**
 * Runs pending migrations in one transaction. The database's `user_version` is the number of applied ones.
 * @throws {StoreUnavailable} for a database of a newer Meki @throws {DatabaseInUse} if another process uses the database
 */
export function migrate(database: Database, migrations: readonly Migration[], applicationId: number): void {
  const seen = () => {
    const version = Number(database.get('PRAGMA user_version')?.[0]);
    if (version > migrations.length) throw newerDatabase(database.file);
    return version;
  };
  database.changingSchema(
    () => seen() === migrations.length,
    () => {
      for (const { sql } of migrations.slice(seen())) database.exec(sql);
      database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId};`);
    },
  );
}

/** The error for a database with migrations that this program does not have. */
export function newerDatabase(file: string): StoreUnavailable {
  return new StoreUnavailable(`The database ${file} was made by a newer Meki. It was left as it is.`);
}
