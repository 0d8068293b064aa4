import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createTestApp, PAGE, renderPages } from './testing/create-test-app.ts';
import { renderedPage } from './testing/rendered.ts';

const json = { accept: 'application/json' };

describe('a public page', () => {
  test('is sent whole, to be checked again at every visit', async () => {
    const response = await createTestApp().get('/faq');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Save-Data');
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('is compressed for a client that takes %s, and each form has its own tag', async (accepted, encoding) => {
    const { get } = createTestApp();
    const response = await get('/faq', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const tag = response.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const again = await get('/faq', { 'accept-encoding': accepted, 'if-none-match': tag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const other = await get('/faq', { 'accept-encoding': encoding === 'br' ? 'gzip' : 'br', 'if-none-match': tag });
    expect(other.status).toBe(200);
  });

  test('is still the same to a visitor when it has been compressed better meanwhile', async () => {
    const { get, cache } = createTestApp();
    const before = await get('/faq', { 'accept-encoding': 'br' });
    await cache.lookup('/faq')?.improve();
    const after = await get('/faq', { 'accept-encoding': 'br' });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const tag = before.headers.get('etag') ?? '';
    expect((await get('/faq', { 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const { get } = createTestApp();
    const [head, full] = [await get('/faq', {}, 'HEAD'), await get('/faq')];
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'etag', 'content-type']) {
      expect(head.headers.get(name)).toBe(full.headers.get(name));
    }
  });

  test.each([
    ['/%66aq', '/faq'],
    ['/FAQ?x=%41', '/faq?x=%41'],
    ['/en/fa%71', '/en/faq'],
    ['/EN/faq', '/en/faq'],
    ['/%66aq/_payload.json', '/faq/_payload.json'],
  ])('stands at one address: %s leads to %s', async (spelling, address) => {
    const { get, cache, targets } = createTestApp();
    const response = await get(spelling);
    expect([response.status, response.headers.get('location')]).toEqual([301, address]);
    expect([targets, cache.pages()]).toEqual([[], []]);
  });

  test('comes without scripts for a visitor who saves data', async () => {
    const { get } = createTestApp();
    const response = await get('/faq', { 'save-data': 'on' });
    const text = await response.text();
    expect(text).not.toMatch(/<script|modulepreload/);
    expect(text).toContain('radiografía');
    expect(response.headers.get('etag')).not.toBe((await get('/faq')).headers.get('etag'));
  });

  test('is protected: hashes for its scripts, no frames, no sniffing', async () => {
    const { headers } = await createTestApp().get('/faq');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('asks for HTTPS for good only where the site has it', async () => {
    const { headers } = await createTestApp({ origin: 'https://example.org' }).get('/faq');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });

  test('does not depend on parameters that mean nothing to it', async () => {
    const { get, targets } = createTestApp();
    await get('/faq?utm_source=x');
    await get('/estudios?page=2&utm_source=x');
    await get('/estudios?x=y&page=2');
    expect(targets).toEqual(['/faq', '/estudios?page=2']);
  });

  test('is rendered anew for every request where there is no cache', async () => {
    const { get, targets } = createTestApp({ withCache: false });
    const response = await get('/faq');
    await get('/faq');
    expect(targets).toEqual(['/faq', '/faq']);
    expect(response.headers.get('content-security-policy')).toBeNull();
  });
});

describe('a page that does not exist', () => {
  test('is the app’s error document, which is not kept', async () => {
    const { get, targets } = createTestApp();
    await get('/nope');
    const response = await get('/nope', { accept: 'text/html,application/json;q=0.1' });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('404');
    expect(response.headers.get('x-meki-error-message')).toBeNull();
    expect(targets).toEqual(['/nope', '/nope']);
  });

  test('is a message with the whole address for programs', async () => {
    const response = await createTestApp().get('/nope?x=1', json);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ statusCode: 404, message: 'Page not found: /nope?x=1' });
  });

  test('keeps the app’s own message for programs', async () => {
    const headers = new Headers({ 'X-Meki-Error-Message': encodeURIComponent('Page Not Found: /estudios/ñ') });
    const render = renderPages({ '/estudios/x': renderedPage('x', { status: 404, headers }) });
    const response = await createTestApp({ render }).get('/estudios/x', json);
    expect(await response.json()).toEqual({ statusCode: 404, message: 'Page Not Found: /estudios/ñ' });
  });

  test.each(['/%', '/%E0%A4%A', '/estudios/%zz', '/a%00b', '/estudios/a%2Fb', `/${'x'.repeat(5000)}`])(
    'is what a malformed path leads to: %s',
    async (path) => {
      const { get, log } = createTestApp();
      expect((await get(path)).status).toBe(404);
      expect((await get(`${path}/_payload.json`)).status).toBe(404);
      expect(log.errors).toEqual([]);
    },
  );
});

describe('a path', () => {
  test.each([
    ['/faq/', '/faq'],
    ['/en/?x=1', '/en?x=1'],
    ['//evil.example', '/evil.example'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/a//b///c', '/a/b/c'],
    ['//', '/'],
  ])('with doubled slashes or one at its end leads to the clean one on this site: %s', async (path, clean) => {
    const response = await createTestApp().get(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, clean]);
  });

  test('follows the route rules of the site', async () => {
    const routeRules = {
      '/old/**': { redirect: '/new/**' },
      '/out': { redirect: { to: 'https://x.example/', status: 301 as const } },
    };
    const { get } = createTestApp({ config: { routeRules } });
    const inside = await get('/old/a/b?x=1');
    expect([inside.status, inside.headers.get('location')]).toEqual([307, '/new/a/b?x=1']);
    const outside = await get('/out?x=1');
    expect([outside.status, outside.headers.get('location')]).toEqual([301, 'https://x.example/']);
  });

  test('has the headers of the route rules, and is stored as they say', async () => {
    const routeRules = {
      '/**': { headers: { 'X-Robots-Tag': 'noindex' } },
      '/faq': { headers: { 'X-Frame-Options': 'SAMEORIGIN' }, cache: { maxAge: 60, staleWhileRevalidate: 600 } },
      '/estudios': { cache: false as const },
    };
    const { get } = createTestApp({ config: { routeRules } });
    const headersOf = async (path: string, headers = {}) => {
      const response = await get(path, headers);
      return ['x-robots-tag', 'x-frame-options', 'cache-control'].map((name) => response.headers.get(name));
    };
    const asked = ['noindex', 'SAMEORIGIN', 'public, max-age=60, stale-while-revalidate=600'];
    expect(await headersOf('/faq')).toEqual(asked);
    const tag = (await get('/faq')).headers.get('etag') ?? '';
    expect(await headersOf('/faq', { 'if-none-match': tag })).toEqual(asked);
    expect(await headersOf('/estudios')).toEqual(['noindex', null, 'no-store']);
    expect(await headersOf('/en/faq')).toEqual(['noindex', null, 'public, max-age=0, must-revalidate']);
    expect((await headersOf('/nope'))[2], 'an error stays as it is').toBe('no-cache');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s', async (method) => {
    const response = await createTestApp().get('/faq', {}, method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the data of a page', () => {
  test('is its payload, with a tag', async () => {
    const { get } = createTestApp();
    const response = await get('/faq/_payload.json');
    expect(await response.json()).toEqual({ root: { body: PAGE } });
    const tag = response.headers.get('etag') ?? '';
    expect((await get('/faq/_payload.json', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/_payload.json')).status).toBe(200);
    expect((await get('/estudios/_payload.json?page=2')).status).toBe(200);
  });

  test('is a message where there is no page', async () => {
    const response = await createTestApp().get('/nope/_payload.json');
    expect([response.status, await response.json()]).toEqual([
      404,
      { statusCode: 404, message: 'Page not found: /nope' },
    ]);
  });

  test('of a page that is not kept is rendered', async () => {
    const render = renderPages({ '/search?q=x': renderedPage('x', { payload: { search: 1 } }) });
    expect(await (await createTestApp({ render }).get('/search/_payload.json?q=x')).json()).toEqual({ search: 1 });
  });

  test('of a client navigation comes from the app with its whole query', async () => {
    const headers = new Headers({ 'Content-Type': 'text/x-script' });
    const render = renderPages({ '/faq.data?_routes=root': renderedPage('[]', { headers }) });
    const response = await createTestApp({ render }).get('/faq.data?_routes=root');
    expect([response.status, await response.text()]).toEqual([200, '[]']);
  });
});

test('the name that a request brings counts only from a trusted proxy', async () => {
  const { get } = createTestApp();
  const answer = await get('/faq', { 'x-request-id': 'from-anybody-1' });
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/);
});

test('every request has a name, and one line in the log that says no more of the visitor than the network', async () => {
  const { get, log } = createTestApp({ trustedProxies: 1 });
  const named = await get('/faq?secret=1', { 'x-request-id': 'from-proxy-1', 'x-forwarded-for': '203.0.113.77' });
  expect(named.headers.get('x-request-id')).toBe('from-proxy-1');
  const unnamed = await get('/nope', { 'x-request-id': 'bad id' });
  expect(unnamed.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/);
  expect(log.requests).toEqual([
    { method: 'GET', path: '/faq', status: 200, ms: expect.any(Number), id: 'from-proxy-1', network: '203.0.113.0/24' },
    { method: 'GET', path: '/nope', status: 404, ms: expect.any(Number), id: unnamed.headers.get('x-request-id') },
  ]);
});

test('what is no page carries a policy as well, by which nothing runs in it', async () => {
  const routes = new Hono()
    .get('/data.json', (context) => context.json({}))
    .get('/own', (context) => context.text('', 200, { 'Content-Security-Policy': 'sandbox' }));
  const { get } = createTestApp({ routes: [routes] });
  const policyOf = async (path: string, headers = {}) =>
    (await get(path, headers)).headers.get('content-security-policy');
  const nothing = "default-src 'none'; frame-ancestors 'none'";
  expect(await policyOf('/data.json')).toBe(nothing);
  expect(await policyOf('/faq/_payload.json')).toBe(nothing);
  expect(await policyOf('/nope', { Accept: 'application/json' })).toBe(nothing);
  expect(await policyOf('/own')).toBe('sandbox');
  expect(await policyOf('/faq')).toContain("script-src 'self'");
  const { headers } = await get('/faq');
  const unchanged = await get('/faq', { 'If-None-Match': headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
  const inDevelopment = createTestApp({ withCache: false });
  expect((await inDevelopment.get('/faq')).headers.get('content-security-policy')).toBeNull();
});
