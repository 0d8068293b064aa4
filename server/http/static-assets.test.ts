import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticAssets, type StaticAssets } from './static-assets.ts';

let folder: string;
let assets: StaticAssets;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-assets-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/a-1.js'), 'code');
  writeFileSync(join(folder, 'assets/a-1.js.br'), 'brotli');
  writeFileSync(join(folder, 'assets/a-1.js.gz'), 'gzip');
  writeFileSync(join(folder, 'a picture.png'), 'png');
  writeFileSync(join(folder, 'offline-worker.js'), 'code');
  writeFileSync(join(folder, '.secret'), 'secret');
  assets = createStaticAssets(folder, ['X-Extra', 'yes']);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a file of the build is served in the forms that the build made, for good', () => {
  const file = assets.lookup('/assets/a-1.js');
  expect([file?.identity, file?.br, file?.gzip].map((form) => form?.body.toString())).toEqual([
    'code',
    'brotli',
    'gzip',
  ]);
  expect(file?.br?.headers.join('|')).toContain('Content-Encoding|br');
  expect(file?.identity.headers.join('|')).toContain('Cache-Control|public, max-age=31536000, immutable');
  expect(file?.identity.headers.join('|')).toContain('X-Extra|yes');
});

test('a service worker is asked for each time', () => {
  expect(assets.lookup('/offline-worker.js')?.identity.headers.join('|')).toContain('Cache-Control|no-cache');
});

test('a file that keeps its name is checked again soon', () => {
  const file = assets.lookup('/a%20picture.png');
  expect(file?.identity.headers.join('|')).toContain('Content-Type|image/png');
  expect(file?.identity.headers.join('|')).toContain('Cache-Control|public, max-age=600');
  expect(file?.identity.headers.join('|')).toContain("Content-Security-Policy|default-src 'none'; frame-ancestors");
});

test.each(['/assets/a-1.js.br', '/assets/../../etc/passwd', '/assets', '/.secret', '/assets/b.js'])(
  'there is no %s',
  (path) => {
    expect(assets.lookup(path)).toBeUndefined();
  },
);

test('a folder that is not there has no files', () => {
  expect(createStaticAssets(join(folder, 'none'), []).lookup('/x')).toBeUndefined();
});
