import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createDatabase } from './database/database.ts';
import { migrate, migrationsOf } from './migrate.ts';

function openEmpty() {
  const database = createDatabase(':memory:', new DatabaseSync(':memory:'));
  onTestFinished(() => database.close());
  return database;
}

test('migrations run once, in order, and are counted', () => {
  const database = openEmpty();
  const first = { number: 5, sql: 'CREATE TABLE a (n); INSERT INTO a VALUES (1);' };
  const second = { number: 6, sql: 'INSERT INTO a SELECT n + 1 FROM a;' };
  migrate(database, [first], 7);
  migrate(database, [first, second], 7);
  migrate(database, [first, second], 7);
  expect(database.all('SELECT n FROM a')).toEqual([[1], [2]]);
  expect([database.get('PRAGMA user_version'), database.get('PRAGMA application_id')]).toEqual([[6], [7]]);
});

test('a database with a number that no migration leads from or to is refused', () => {
  const database = openEmpty();
  const migrations = [5, 6].map((number) => ({ number, sql: '' }));
  for (const [version, reason] of [
    [4, /before the first release/],
    [7, /newer Meki/],
  ] as const) {
    database.exec(`PRAGMA user_version = ${version}`);
    expect(() => migrate(database, migrations, 7)).toThrow(reason);
    expect(database.get('PRAGMA user_version')).toEqual([version]);
  }
});

test('a migration that fails leaves nothing behind, of the ones before it either', () => {
  const database = openEmpty();
  const migrations = [1, 2].map((number) => ({ number, sql: 'CREATE TABLE a (n)' }));
  expect(() => migrate(database, migrations, 7)).toThrow(/already exists/);
  expect(database.get('SELECT count(*) FROM sqlite_schema')).toEqual([0]);
  expect(database.get('PRAGMA user_version')).toEqual([0]);
});

test('migrations are numbered without a gap', () => {
  const folder = makeTemporaryFolder();
  const url = pathToFileURL(`${folder}/`);
  expect(() => migrationsOf(url)).toThrow(/no migrations/);
  writeFileSync(join(folder, '009-first.sql'), 'one');
  writeFileSync(join(folder, '010-second-step.sql'), 'two');
  expect(migrationsOf(url)).toEqual([
    { number: 9, sql: 'one' },
    { number: 10, sql: 'two' },
  ]);
  writeFileSync(join(folder, '012-fourth.sql'), 'four');
  expect(() => migrationsOf(url)).toThrow(/012-fourth.*expected number 11/);
});
