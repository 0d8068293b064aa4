import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { settings, things } from '../contracts/contract-store.ts';
import { createSqliteDocumentStore } from './document-store.ts';

const MEGABYTE = 1024 * 1024;

/** An article of 200 kB after some edits. */
const article = (n: number) => settings({ article: { n, text: String(n % 10).repeat(200_000) } });

test('many edits of a long article leave a small database', { timeout: 60_000 }, async () => {
  const folder = makeTemporaryFolder();
  const file = join(folder, 'meki.db');
  const store = createSqliteDocumentStore({ file, collections: [things] });
  onTestFinished(() => store.close());
  for (let n = 0; n < 400; n++) await store.commit(article(n));
  await store.close();
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(24 * MEGABYTE);
});

test('a log that was made without a limit in bytes is shortened, a part with each commit', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const open = (bytes: number) =>
    createSqliteDocumentStore({ file, collections: [things], changeRetention: { ageMs: 1e12, rows: 1e6, bytes } });
  const before = open(1e9);
  for (let n = 0; n < 60; n++) await before.commit(article(n));
  await before.close();
  const after = open(MEGABYTE);
  onTestFinished(() => after.close());
  const connection = new DatabaseSync(file);
  onTestFinished(() => connection.close());
  const kept = () => Number(connection.prepare('SELECT sum(length(before)) AS n FROM changes').get()?.n);
  const sizes = [kept()];
  for (let n = 0; n < 4; n++) {
    await after.commit(article(n));
    sizes.push(kept());
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes[1]).toBeGreaterThan(4 * MEGABYTE);
  expect(sizes.at(-1)).toBeLessThanOrEqual(MEGABYTE);
});

test('the log of writes that grew while another process read is short again once that ended', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const store = createSqliteDocumentStore({ file, collections: [things] });
  onTestFinished(() => store.close());
  await store.commit(article(0));
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM documents');
  const walSize = () => statSync(`${file}-wal`).size;
  for (let n = 0; n < 250; n++) await store.commit(article(n));
  expect(walSize()).toBeGreaterThan(64 * MEGABYTE);
  reader.exec('COMMIT');
  for (let n = 0; n < 5; n++) await store.commit(article(n));
  expect(walSize()).toBeLessThanOrEqual(64 * MEGABYTE);
});
