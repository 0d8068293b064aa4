import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { openVisitedPages } from './visited-pages.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-visited-'));
  file = join(folder, 'visited-pages.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => JSON.parse(readFileSync(file, 'utf8')) as string[];

test('the most visited pages come first, also after they were rendered again', async () => {
  const { cache, index, get } = createTestApp();
  for (const path of ['/faq', '/en/faq', '/estudios?page=2']) await get(path);
  for (const path of ['/en/faq', '/estudios?page=2', '/en/faq']) await get(path);
  index.touchAll();
  await cache.settled();
  await get('/en/faq');
  const visited = openVisitedPages({ file, pages: () => cache.pages() });
  expect(visited.before).toEqual([]);
  visited.write();
  expect(read()).toEqual(['/en/faq', '/estudios?page=2']);
  expect(readdirSync(folder)).toEqual(['visited-pages.json']);
  expect(openVisitedPages({ file, pages: () => cache.pages() }).before).toEqual(['/en/faq', '/estudios?page=2']);
});

test('pages of earlier runs stay while there is room, and a run without visits changes nothing', async () => {
  writeFileSync(file, '["/a", "/faq", "/b", 7, "no path"]');
  const { cache, get } = createTestApp();
  const visited = openVisitedPages({ file, pages: () => cache.pages(), limit: 3 });
  expect(visited.before).toEqual(['/a', '/faq', '/b']);
  visited.write();
  expect(read()).toContain(7);
  await get('/faq');
  await get('/faq');
  visited.write();
  expect(read()).toEqual(['/faq', '/a', '/b']);
});

test.each(['', '{"a":1}', 'null', '[['])('a file with %j means that nothing is known', (text) => {
  writeFileSync(file, text);
  expect(openVisitedPages({ file, pages: () => [] }).before).toEqual([]);
});

test('a folder that cannot be written to prevents nothing', async () => {
  const { cache, get } = createTestApp();
  await get('/faq');
  await get('/faq');
  openVisitedPages({ file: join(folder, 'missing', 'file.json'), pages: () => cache.pages() }).write();
});
