import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneOutbox } from './mailer.ts';

const DAY = 24 * 3_600_000;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, days: number, now: number): Promise<void> {
  await writeFile(join(folder, name), 'x');
  const at = new Date(now - days * DAY);
  await utimes(join(folder, name), at, at);
}

test('mail that was written more than 30 days ago goes, with what a crash left, and nothing else', async () => {
  const now = Date.UTC(2026, 10, 21);
  await put('old.eml', 31, now);
  await put('.old.eml.123.tmp', 31, now);
  await put('young.eml', 29, now);
  await put('notes.txt', 400, now);
  expect(await pruneOutbox(folder, { now })).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'young.eml']);
});

test('where no mail was written there is nothing to do', async () => {
  expect(await pruneOutbox(join(folder, 'none'))).toBe(0);
});
