import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { IndexField } from '#core/documents/collection.ts';
import { crashCollection } from '../../../test/helpers/documents/crash-collection.ts';
import { makeTemporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { dataOf, settings, things } from '../../contracts/contract-store.ts';
import { createSqliteDocumentStore } from '../document-store.ts';
import { MIGRATIONS, migrationsOf, openDatabase } from '../open-database.ts';
import { type Role, takeUseLock } from './use-lock.ts';

const BY_A: IndexField[] = [{ field: 'a', direction: 'desc' }];
const BY_B: IndexField[] = [{ field: 'b', direction: 'desc' }];
const QUERY = { collection: 'things', orderBy: [{ field: 'a', direction: 'desc' as const }] };

const newFile = () => join(makeTemporaryFolder(), 'meki.db');

function open(file: string, role: Role, ...indexes: IndexField[][]) {
  const store = createSqliteDocumentStore({ file, role, collections: [{ ...things, indexes }] });
  onTestFinished(() => store.close());
  return store;
}

test('a second server is refused while the first one runs, and no longer', async () => {
  const file = newFile();
  const first = open(file, 'server', BY_A);
  expect(() => open(file, 'server', BY_A)).toThrow(expect.objectContaining({ name: 'DatabaseInUse', use: 'serving' }));
  await first.commit(settings({ one: { a: 1 } }));
  await first.close();
  expect(await dataOf(open(file, 'server', BY_A), 'one')).toEqual({ a: 1 });
});

test('guests of the same schema read and write beside a server, and a server starts beside them', async () => {
  const file = newFile();
  const before = open(file, 'guest', BY_A);
  const server = open(file, 'server', BY_A);
  const after = open(file, 'guest', BY_A);
  await before.commit(settings({ one: { a: 1 } }));
  await after.commit(settings({ two: { a: 2 } }));
  expect((await server.runQuery(QUERY)).map(({ path }) => path)).toEqual(['things/two', 'things/one']);
});

test('whoever declares other indexes is refused beside a server, whose queries go on', async () => {
  const file = newFile();
  const server = open(file, 'server', BY_A);
  for (const indexes of [[], [BY_B], [BY_A, BY_B]]) {
    expect(() => open(file, 'guest', ...indexes)).toThrow(expect.objectContaining({ use: 'serving-otherwise' }));
  }
  await server.commit(settings({ one: { a: 1 } }));
  expect(await server.runQuery(QUERY)).toHaveLength(1);
  await server.close();
  expect(await dataOf(open(file, 'guest', BY_B), 'one')).toEqual({ a: 1 });
});

test('a server that declares other indexes does not start beside a guest, whose queries go on', async () => {
  const file = newFile();
  const guest = open(file, 'guest', BY_A);
  expect(() => open(file, 'server', BY_B)).toThrow(expect.objectContaining({ use: 'used' }));
  expect(await guest.runQuery(QUERY)).toEqual([]);
  expect(() => open(file, 'server', BY_A)).not.toThrow();
});

test('a sole user is refused beside anybody, and nobody starts beside it; then it works', async () => {
  const file = newFile();
  const server = open(file, 'server', BY_A);
  expect(() => open(file, 'sole', BY_A)).toThrow(expect.objectContaining({ use: 'serving' }));
  await server.close();
  const guest = open(file, 'guest', BY_A);
  expect(() => open(file, 'sole', BY_A)).toThrow(expect.objectContaining({ use: 'used' }));
  await guest.commit(settings({ one: { a: 1 } }));
  await guest.close();
  const sole = open(file, 'sole', BY_A, BY_B);
  for (const role of ['sole', 'guest', 'server'] as const) {
    expect(() => takeUseLock(file, role, 10)).toThrow(expect.objectContaining({ use: 'changing' }));
  }
  expect(await dataOf(sole, 'one')).toEqual({ a: 1 });
  await sole.close();
  expect(await dataOf(open(file, 'server', BY_A), 'one')).toEqual({ a: 1 });
});

test('a migration is not run beside anybody, and is run when nobody is there', async () => {
  const file = newFile();
  const server = open(file, 'server');
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  const tables = () => other.prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name = 'later'`).get();
  const present = migrationsOf(MIGRATIONS);
  const later = { number: (present.at(-1)?.number ?? 0) + 1, sql: 'CREATE TABLE later (n)' };
  const openLater = () => openDatabase({ file, migrations: [...present, later] });
  expect(openLater).toThrow(expect.objectContaining({ use: 'serving-otherwise' }));
  expect(tables()).toEqual({ count: 0 });
  await server.close();
  openLater().close();
  expect(tables()).toEqual({ count: 1 });
});

test('the lock of a process that was killed is free at once', async () => {
  const file = newFile();
  const writer = fileURLToPath(new URL('../../../test/helpers/documents/crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [writer, file, '1', 'server'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const openServer = () => createSqliteDocumentStore({ file, role: 'server', collections: [crashCollection] });
  expect(openServer).toThrow(expect.objectContaining({ use: 'serving' }));
  child.kill('SIGKILL');
  await exited;
  await openServer().close();
});

test('the file of the lock is empty and closed to others', async () => {
  const file = newFile();
  const store = open(file, 'server');
  const { size, mode } = statSync(`${file}-lock`);
  expect([size, mode & 0o777]).toEqual([0, 0o600]);
  await store.close();
  expect(readdirSync(join(file, '..')).sort()).toEqual(['meki.db', 'meki.db-lock']);
});
