import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import site from '#site-config';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createTestApp, renderPages } from '../testing/create-test-app.ts';
import { renderedPage } from '../testing/rendered.ts';
import { improveCompression, openVisitedPages, warmPages } from './prepare-pages.ts';

const link = (...paths: string[]) => renderedPage(paths.map((path) => `<a class="x" href="${path}">x</a>`).join(''));
const render = renderPages({
  '/': link(
    '/faq',
    '/en',
    '/search',
    '/nope',
    '/en/feed.xml',
    'https://x.example/',
    '/faq#a',
    '/estudios?tag=x&amp;page=2',
  ),
  '/en': link('/en/faq'),
  '/faq': link('/', '/about'),
  '/about': link(),
  '/en/faq': link(),
  '/estudios?page=2&tag=x': link(),
});

test('the pages that the home pages lead to are made ready, each once', async () => {
  const { cache, targets } = createTestApp({ render });
  await warmPages({ config: site, addressOf, cache, signal: new AbortController().signal, pause: 0 });
  expect(cache.paths().sort()).toEqual(['/', '/about', '/en', '/en/faq', '/faq']);
  expect(targets.sort()).toEqual([...new Set(targets)]);
  expect(targets).not.toContain('/estudios?page=2&tag=x');
  expect(targets).not.toContain('/search');
});

test('no more pages than the limit are made ready', async () => {
  const { cache, targets } = createTestApp({ render });
  await warmPages({ config: site, addressOf, cache, signal: new AbortController().signal, pause: 0, limit: 3 });
  expect(targets).toHaveLength(3);
});

test('the work ends when the server stops', async () => {
  const { cache, targets } = createTestApp({ render });
  await warmPages({ config: site, addressOf, cache, signal: AbortSignal.abort(), pause: 0 });
  expect(targets).toEqual([]);
});

test('given pages are made ready before all others, if they may be cached', async () => {
  const { cache, targets } = createTestApp({ render });
  const first = ['/estudios?page=2&tag=x', '/about', '/search?q=x', '/nope', '//'];
  await warmPages({ config: site, addressOf, cache, signal: new AbortController().signal, pause: 0, first, limit: 3 });
  expect(targets.slice(0, 3)).toEqual(['/estudios?page=2&tag=x', '/about', '/nope']);
  expect(targets.slice(3)).toEqual(expect.arrayContaining(['/', '/en']));
  expect(targets).not.toContain('/search?q=x');
});

test('pages are made smaller while nobody asks for them, each once', async () => {
  const { cache, get } = createTestApp();
  await get('/faq');
  await get('/en/faq');
  const improved = () => cache.pages().filter((page) => page.improved).length;
  const controller = new AbortController();
  const working = improveCompression({ cache, visits: () => cache.uses(), signal: controller.signal, quiet: 0 });
  await expect.poll(improved).toBe(2);
  controller.abort();
  await working;
  const { br, gzip } = cache.lookup('/faq')?.full ?? {};
  expect(br?.body.length).toBeLessThan(gzip?.body.length ?? 0);
});

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
