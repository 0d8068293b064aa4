import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { people, settings, things } from '../contracts/contract-store.ts';
import { createDatabase } from './database/database.ts';
import { createSqliteDocumentStore, createStoreOn } from './document-store.ts';
import { MIGRATIONS, migrate, migrationsOf, openDatabase } from './open-database.ts';

const open = (file: string) => createSqliteDocumentStore({ file, collections: [things, people], writeWaitMs: 50 });

/** The error of opening, which must be one sentence that names the file. */
function refusalOf(file: string): StoreUnavailable {
  try {
    void open(file).close();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    expect(error.message).toContain(file);
    expect(error.message).not.toContain('\n');
    return error;
  }
  throw new Error(`${file} was opened`);
}

/** Creates a database file with some documents, and closes it. */
async function makeFile(): Promise<string> {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const store = open(file);
  await store.commit(
    Array.from({ length: 200 }, (_, i) => settings({ [`n${i}`]: { a: i, text: 'x'.repeat(500) } })).flat(),
  );
  await store.close();
  return file;
}

describe('a file that cannot be used is refused with one sentence and left as it is', () => {
  test('when its folder does not exist', () => {
    expect(refusalOf(join(makeTemporaryFolder(), 'none', 'meki.db')).message).toMatch(/there is no folder/);
  });

  test('when its folder is a file', () => {
    const folder = join(makeTemporaryFolder(), 'file');
    writeFileSync(folder, '');
    expect(refusalOf(join(folder, 'meki.db')).message).toMatch(/there is no folder/);
  });

  test.skipIf(process.getuid?.() === 0)('when its folder is not writable (root may write anywhere)', async () => {
    const folder = makeTemporaryFolder();
    chmodSync(folder, 0o500);
    onTestFinished(() => chmodSync(folder, 0o700));
    expect(refusalOf(join(folder, 'meki.db')).message).toMatch(/is not writable/);
  });

  test.skipIf(!existsSync('/proc/self/fdinfo'))('when nobody can write to its folder', () => {
    refusalOf('/proc/self/fdinfo/meki.db');
  });

  test('when it is a folder', () => {
    const file = join(makeTemporaryFolder(), 'meki.db');
    mkdirSync(file);
    expect(refusalOf(file).message).toMatch(/not a file/);
  });

  test('when it is no database', () => {
    const file = join(makeTemporaryFolder(), 'meki.db');
    writeFileSync(file, 'a letter to the reader, long enough to be a header. '.repeat(100));
    const before = readFileSync(file);
    expect(refusalOf(file).message).toMatch(/not a database/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("when it is another program's database", () => {
    const file = join(makeTemporaryFolder(), 'meki.db');
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE theirs (a)');
    other.close();
    const before = readFileSync(file);
    expect(refusalOf(file).message).toMatch(/not one of Meki's/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test.each([
    ['a newer Meki', 999, /newer Meki/],
    ['a Meki from before the first release', 8, /before the first release.*export its items/],
  ])('when %s made it', async (_, version, reason) => {
    const file = await makeFile();
    const other = new DatabaseSync(file);
    other.exec(`PRAGMA user_version = ${version}; PRAGMA journal_mode = DELETE`);
    other.close();
    const before = readFileSync(file);
    expect(refusalOf(file).message).toMatch(reason);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test.each([
    ['cut short', (file: string) => truncateSync(file, 40_000)],
    [
      'overwritten in the middle',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0x5a, 4096 * 3, 4096 * 12);
        writeFileSync(file, bytes);
      },
    ],
  ])('when it was %s', async (_, damage) => {
    const file = await makeFile();
    damage(file);
    const before = readFileSync(file);
    expect(refusalOf(file).message).toMatch(/damaged/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('when it was damaged, the log of writes beside it stays too', async () => {
    const original = await makeFile();
    const running = open(original);
    onTestFinished(() => running.close());
    await running.commit(settings({ late: { a: 1 } }));
    const file = join(makeTemporaryFolder(), 'meki.db');
    for (const suffix of ['', '-wal']) copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096 * 3, 4096 * 12);
    writeFileSync(file, bytes);
    const log = readFileSync(`${file}-wal`);
    refusalOf(file);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
  });

  test('when it is large, a check of all of it is made after an unclean stop only', async () => {
    const original = await makeFile();
    const running = open(original);
    onTestFinished(() => running.close());
    await running.commit(settings({ late: { a: 1 } }));
    const file = join(makeTemporaryFolder(), 'meki.db');
    const bytes = readFileSync(original);
    bytes.fill(0x5a, bytes.length - 4096 * 3);
    writeFileSync(file, bytes);
    const openLarge = () => openDatabase({ file, writeWaitMs: 50, alwaysCheckedBytes: 0 });
    openLarge().close();
    copyFileSync(`${original}-wal`, `${file}-wal`);
    expect(openLarge).toThrow(/damaged/);
  });

  test('when another process keeps it locked', async () => {
    const file = await makeFile();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE store SET version = version; COMMIT');
    expect(refusalOf(file).message).toMatch(/locked by another process/);
  });
});

describe('a file in use', () => {
  test('is made with full synchronization, a write-ahead log and foreign keys', () => {
    const file = join(makeTemporaryFolder(), 'meki.db');
    const database = openDatabase({ file });
    onTestFinished(() => database.close());
    const newest = migrationsOf(MIGRATIONS).at(-1)?.number;
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'user_version', 'integrity_check'];
    expect(pragmas.map((name) => database.get(`PRAGMA ${name}`)?.[0])).toEqual(['wal', 2, 1, newest, 'ok']);
  });

  test('syncs every write except those that need no sync', async () => {
    const database = openDatabase({ file: join(makeTemporaryFolder(), 'meki.db') });
    onTestFinished(() => database.close());
    const level = () => database.get('PRAGMA synchronous')?.[0];
    expect(await database.writing(level)).toBe(2);
    expect(await database.writing(level, 'ordered')).toBe(1);
    const failed = database.writing(() => {
      throw new Error('broken');
    }, 'ordered');
    await expect(failed).rejects.toThrow('broken');
    expect(await database.writing(level)).toBe(2);
    expect(level()).toBe(2);
  });

  test('keeps its documents and its history of versions from one start to the next', async () => {
    const file = await makeFile();
    const first = open(file);
    const [version = 0] = (await first.commit(settings({ n0: { last: true } }))).versions;
    await first.commit([{ kind: 'delete', path: 'things/n0' }]);
    const before = await first.runQuery({ collection: 'things' });
    await first.close();
    const second = open(file);
    onTestFinished(() => second.close());
    expect(await second.runQuery({ collection: 'things' })).toEqual(before);
    expect((await second.commit(settings({ n0: {} }))).versions[0]).toBeGreaterThan(version);
  });

  test('is brought to the next schema once, completely or not at all', async () => {
    const file = await makeFile();
    const present = migrationsOf(MIGRATIONS);
    const number = (present.at(-1)?.number ?? 0) + 1;
    const update = `UPDATE documents SET data = jsonb_set(data, '$.a', json_extract(data, '$.a') + 1)`;
    const openNext = (sql: string) => openDatabase({ file, migrations: [...present, { number, sql }] });
    expect(() => openNext(`${update}; INSERT INTO lost VALUES (1)`)).toThrow(/no such table: lost/);
    const sum = () => {
      const database = new DatabaseSync(file);
      const rows = database.prepare(`SELECT sum(json_extract(data, '$.a')) AS sum FROM documents`).get();
      database.close();
      return rows?.sum;
    };
    expect(sum()).toBe((199 * 200) / 2);
    await open(file).close();
    for (const _ of [1, 2]) openNext(update).close();
    expect(sum()).toBe((199 * 200) / 2 + 200);
    expect(refusalOf(file).message).toMatch(/newer Meki/);
  });

  test('an empty file is a database to be', async () => {
    const file = join(makeTemporaryFolder(), 'meki.db');
    writeFileSync(file, '');
    const store = open(file);
    onTestFinished(() => store.close());
    await store.commit(settings({ one: { a: 1 } }));
  });

  test("a commit waits for another process's, and then gives up with nothing written", async () => {
    const file = await makeFile();
    const store = open(file);
    onTestFinished(() => store.close());
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await expect(store.commit(settings({ one: {} }))).rejects.toThrow(StoreUnavailable);
    other.exec('COMMIT');
    expect(await store.batchGet(['things/one'])).toEqual([undefined]);
    await store.commit(settings({ one: {} }));
  });

  test('a commit that finds the disk full writes nothing, and the store goes on', async () => {
    const file = await makeFile();
    const database = openDatabase({ file, writeWaitMs: 50 });
    const store = createStoreOn(database, { collections: [things, people] });
    onTestFinished(() => store.close());
    database.exec(`PRAGMA max_page_count = ${Number(database.get('PRAGMA page_count')?.[0]) + 20}`);
    const big = settings({ n1: { a: 'changed' }, big: { text: 'x'.repeat(500_000) } });
    await expect(store.commit(big)).rejects.toThrow(/disk is full/);
    expect((await store.batchGet(['things/n1', 'things/big'])).map((document) => document?.data.a)).toEqual([
      1,
      undefined,
    ]);
    await store.commit(settings({ small: { a: 1 } }));
    expect(database.get('PRAGMA integrity_check')).toEqual(['ok']);
  });
});

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
