import { expect, test } from 'vitest';
import site from '#site-config';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createTestApp, renderPages } from '../testing/create-test-app.ts';
import { renderedPage } from '../testing/rendered.ts';
import { improveCompression, warmPages } from './prepare-pages.ts';

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
