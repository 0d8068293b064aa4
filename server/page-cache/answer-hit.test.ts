import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { contentCollections } from '#core/content/collections.ts';
import site from '#site-config';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createVariants } from '../http/create-variants.ts';
import { createLanguageChooser } from '../middleware/choose-language.ts';
import { createHeaderRules } from '../middleware/follow-route-rules.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { createTestApp, PAGE } from '../testing/create-test-app.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { createHitAnswerer } from './answer-hit.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { createSearchPages } from './search-pages.ts';

const ORIGIN = 'http://localhost:3000';
const log = createFakeLog();
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  log.requests.length = 0;
});

/** A server that answers 599 on a cache miss. */
async function serve(paths: string[]) {
  const headers = securityHeaders(ORIGIN);
  const store = createMemoryDocumentStore({ collections: contentCollections });
  const cache = new PageCache({
    ...{ render: async () => renderedPage(PAGE), store, log, securityHeaders: headers },
    index: createReadIndex(),
  });
  for (const path of paths) await cache.load(addressOf(path, ''));
  const searches = createSearchPages({ render: async () => renderedPage(PAGE), securityHeaders: headers });
  for (let time = 0; time < 2; time += 1) await searches.load(addressOf('/search', '?q=knee'));
  const asset = await createVariants(Buffer.from('x'.repeat(2000)), {
    contentType: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
    vary: [],
    extra: headers,
    effort: 'quick',
  });
  const assets = { lookup: (path: string) => (path === '/assets/a.js' ? asset : undefined) };
  const chooseLanguage = createLanguageChooser(site, ORIGIN);
  const answerHit = createHitAnswerer({
    ...{ cache, searches, assets, chooseLanguage, log },
    hasOwnHeaders: createHeaderRules({ routeRules: { '/contact': { headers: { 'X-Own': 'x' } } } }),
  });
  const server = createServer((incoming, outgoing) => {
    if (!answerHit(incoming, outgoing)) outgoing.writeHead(599).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { cache, get: (path: string, sent = {}, method = 'GET') => fetchRaw(port, path, sent, method) };
}

interface RawResponse {
  status: number;
  headers: { [name: string]: string };
  body: Buffer;
}

function fetchRaw(
  port: number,
  path: string,
  headers: { [name: string]: string },
  method: string,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _, connection: __, ...rest } = response.headers as { [name: string]: string };
        resolve({ status: response.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject).end();
  });
}

describe('what lies ready in memory', () => {
  test.each([
    ['/faq', {}],
    ['/faq', { 'accept-encoding': 'br' }],
    ['/faq', { 'accept-encoding': 'gzip' }],
    ['/en', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['/', { 'accept-encoding': 'br', cookie: 'meki_locale=es' }],
  ])('is answered as the app itself would: %s %o', async (path, headers) => {
    const { get } = await serve([path]);
    const direct = await get(path, headers);
    const app = await createTestApp({ origin: ORIGIN }).get(path, headers);
    const { 'x-request-id': _, ...expected } = Object.fromEntries(app.headers);
    const cookies = app.headers.getSetCookie();
    expect(direct.headers).toEqual({ ...expected, ...(cookies.length > 0 && { 'set-cookie': cookies }) });
    expect(direct.body).toEqual(Buffer.from(await app.arrayBuffer()));
    const unchanged = await get(path, { ...headers, 'if-none-match': direct.headers.etag ?? '' });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    const head = await get(path, headers, 'HEAD');
    expect([head.headers, head.body.length]).toEqual([direct.headers, 0]);
  });

  test('is left to the app where a route rule adds headers', async () => {
    const { get } = await serve(['/contact', '/faq']);
    expect((await get('/contact')).status).toBe(599);
    expect((await get('/faq')).status).toBe(200);
  });

  test('includes the files of the build', async () => {
    const { get } = await serve([]);
    const response = await get('/assets/a.js', { 'accept-encoding': 'gzip' });
    expect(response).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
    expect(response.headers['cache-control']).toContain('immutable');
  });

  test('includes a page without scripts once that was made', async () => {
    const { get, cache } = await serve(['/faq']);
    expect((await get('/faq', { 'save-data': 'on' })).status).toBe(599);
    await cache.lookup('/faq')?.lite();
    expect((await get('/faq', { 'save-data': 'on' })).body.toString()).not.toContain('<script');
  });

  test('includes pages of search results', async () => {
    const { get } = await serve([]);
    expect((await get('/search?q=knee')).status).toBe(200);
    expect((await get('/search?q=ankle')).status).toBe(599);
  });

  test('is logged without the query', async () => {
    const { get } = await serve(['/estudios']);
    await get('/estudios');
    expect(log.requests).toEqual([
      { method: 'GET', path: '/estudios', hit: 'page', network: '127.0.0.0/24', status: 200, ms: expect.any(Number) },
    ]);
  });
});

test.each([
  ['a page that is not kept', '/about', {}, 'GET'],
  ['another method', '/faq', {}, 'POST'],
  ['a visitor who is to be led to another language', '/', { cookie: 'meki_locale=en' }, 'GET'],
  ['an address that is written otherwise', '/faq?x=1', {}, 'GET'],
])('%s is left to the app', async (_what, path, headers, method) => {
  const { get } = await serve(['/', '/faq']);
  expect((await get(path, headers, method)).status).toBe(599);
});
