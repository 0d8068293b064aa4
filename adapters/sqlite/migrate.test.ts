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
  const first = { name: '001-a.sql', sql: 'CREATE TABLE a (n); INSERT INTO a VALUES (1);' };
  const second = { name: '002-b.sql', sql: 'INSERT INTO a SELECT n + 1 FROM a;' };
  migrate(database, [first], 7);
  migrate(database, [first, second], 7);
  migrate(database, [first, second], 7);
  expect(database.all('SELECT n FROM a')).toEqual([[1], [2]]);
  expect([database.get('PRAGMA user_version'), database.get('PRAGMA application_id')]).toEqual([[2], [7]]);
});

test('a migration that fails leaves nothing behind, of the ones before it either', () => {
  const database = openEmpty();
  const migrations = ['CREATE TABLE a (n)', 'CREATE TABLE a (n)'].map((sql, i) => ({ name: `00${i + 1}-x.sql`, sql }));
  expect(() => migrate(database, migrations, 7)).toThrow(/already exists/);
  expect(database.get('SELECT count(*) FROM sqlite_schema')).toEqual([0]);
  expect(database.get('PRAGMA user_version')).toEqual([0]);
});

test('migrations are numbered without a gap', () => {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, '001-first.sql'), 'one');
  writeFileSync(join(folder, '002-second-step.sql'), 'two');
  const url = pathToFileURL(`${folder}/`);
  expect(migrationsOf(url)).toEqual([
    { name: '001-first.sql', sql: 'one' },
    { name: '002-second-step.sql', sql: 'two' },
  ]);
  writeFileSync(join(folder, '004-fourth.sql'), 'four');
  expect(() => migrationsOf(url)).toThrow(/003/);
});
