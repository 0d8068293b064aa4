import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needsBuild } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meki-sources-'));
  for (const folder of ['app/site', 'server', 'build']) mkdirSync(join(root, folder), { recursive: true });
  writeAt('app/site/route.tsx', 1_000);
  writeAt('site.config.ts', 1_000);
});
afterEach(() => rmSync(root, { recursive: true }));

function writeAt(name: string, seconds: number): void {
  writeFileSync(join(root, name), '');
  utimesSync(join(root, name), seconds, seconds);
  for (const folder of ['app/site', 'app', 'server']) utimesSync(join(root, folder), 1_000, 1_000);
}

test('a build is needed where there is none', () => {
  expect(needsBuild(root)).toBe(true);
});

test('a build that is younger than its sources will do', () => {
  writeAt('build/build.json', 2_000);
  expect(needsBuild(root)).toBe(false);
});

test.each(['app/site/route.tsx', 'server/site-server.ts', 'site.config.ts', 'package-lock.json'])(
  'a build is needed after %s changed',
  (name) => {
    writeAt('build/build.json', 2_000);
    writeAt(name, 3_000);
    expect(needsBuild(root)).toBe(true);
  },
);

test('no build is needed after a test changed', () => {
  writeAt('build/build.json', 2_000);
  writeAt('app/site/route.test.ts', 3_000);
  expect(needsBuild(root)).toBe(false);
});
