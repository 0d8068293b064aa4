import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBuild } from './load-build.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a missing build is named together with the command that makes one', () => {
  expect(() => findBuild(folder)).toThrow(/There is no build in .*npm run build/);
});

test('a build without its mark is not complete', () => {
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'server/index.js'), 'export const routes = {};');
  expect(() => findBuild(folder)).toThrow('There is no build');
  writeFileSync(join(folder, 'build.json'), '{"id":"b1","timestamp":17}');
  expect(findBuild(folder)).toMatchObject({ mode: 'production', info: { id: 'b1', timestamp: 17 } });
});
