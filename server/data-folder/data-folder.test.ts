import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import config from '#site-config';
import { createServices } from '../services/services.ts';
import { prepareDataFolder } from './data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a data folder that is made is closed to others, and so is the database in it', async () => {
  const dataDir = join(folder, 'data');
  prepareDataFolder(dataDir);
  expect(modeOf(dataDir)).toBe(0o700);
  const services = await createServices({ dataDir }, config, { warn() {} }, 'server');
  const names = ['meki.sqlite', 'meki.sqlite-lock', 'meki.sqlite-shm', 'meki.sqlite-wal', 'server.json'];
  expect(readdirSync(dataDir).sort()).toEqual(names);
  for (const name of names) {
    expect([name, modeOf(join(dataDir, name))]).toEqual([name, 0o600]);
  }
  await services.close();
});

test('a folder that is there already keeps its mode, which is its owner’s choice', () => {
  chmodSync(folder, 0o750);
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe(0o750);
});
