import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceServer, describeServer, withdrawServer } from './server-facts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki facts ñ '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
