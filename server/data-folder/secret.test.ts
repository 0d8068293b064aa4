import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIN_SECRET_LENGTH, readSecret } from './secret.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a secret is made once, for the owner of the folder alone', () => {
  const secret = readSecret(folder, undefined);
  expect(secret.length).toBeGreaterThanOrEqual(MIN_SECRET_LENGTH);
  expect(readSecret(folder, undefined)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a given secret is used, and none is written', () => {
  expect(readSecret(folder, 'x'.repeat(40))).toBe('x'.repeat(40));
  expect(statSync(join(folder, 'secret'), { throwIfNoEntry: false })).toBeUndefined();
});

test('a file of zeros, as a power failure may leave it, is no secret', () => {
  writeFileSync(join(folder, 'secret'), Buffer.alloc(44));
  expect(() => readSecret(folder, undefined)).toThrow('is not a secret: it has control characters');
});
