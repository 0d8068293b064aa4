import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import config from '#site-config';
import { createServices } from '../services/services.ts';
import { announceServer, describeServer, prepareDataFolder, withdrawServer } from './data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki folder ñ '));
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

test('a server is described by its process, its host, its start and, once it listens, its address', () => {
  announceServer(folder, undefined);
  expect(describeServer(folder)).toMatch(new RegExp(`^process ${process.pid} on \\S+, started \\d{4}-\\S+Z$`));
  announceServer(folder, 'http://localhost:3000');
  expect(describeServer(folder)).toMatch(/Z, at http:\/\/localhost:3000$/);
  expect(readdirSync(folder)).toEqual(['server.json']);
  withdrawServer(folder);
  expect(describeServer(folder)).toBeUndefined();
});

test.each(['', '{', 'null', '{"pid":"x"}'])('a file of facts that says %j describes nothing', (text) => {
  writeFileSync(join(folder, 'server.json'), text);
  expect(describeServer(folder)).toBeUndefined();
});

test('a folder that cannot be written does not keep a server from running', () => {
  expect(() => announceServer(join(folder, 'none'), 'http://localhost:3000')).not.toThrow();
});
