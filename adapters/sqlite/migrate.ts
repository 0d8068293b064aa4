import { readdirSync, readFileSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { Database } from './database/database.ts';

export interface Migration {
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
