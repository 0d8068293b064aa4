import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LocaleFiles } from '../locales/locale-files.ts';
import { createBuildRoutes } from './builds.ts';
import { createHealthRoutes, createProbeAnswerer } from './health.ts';
import { createLocaleRoutes } from './locales.ts';
import type { NotReadyReason, Readiness, ReadinessReport } from './readiness.ts';

function readinessWith(reason: NotReadyReason | undefined): Readiness {
  const checks: ReadinessReport['checks'] = {
    ...{ read: { ok: true }, write: { ok: false, reason: 'disk-full' } },
    ...{ storage: { ok: true }, search: { ok: true } },
  };
  return { notReady: async () => reason, report: async () => ({ status: reason ?? 'ready', checks }) };
}

describe('health', () => {
  test('says ok while the process lives and can answer', async () => {
    const routes = createHealthRoutes({ readiness: readinessWith(undefined) });
    for (const path of ['/healthz', '/readyz']) {
      const response = await routes.request(path);
      expect([response.status, await response.text()]).toEqual([200, 'ok']);
    }
  });

  test('gives the reason when it cannot answer, though it lives', async () => {
    const routes = createHealthRoutes({ readiness: readinessWith('database-unavailable') });
    const response = await routes.request('/readyz');
    expect([response.status, await response.text()]).toEqual([503, 'database-unavailable']);
    expect((await routes.request('/healthz')).status).toBe(200);
  });

  test('says in detail what it can do, ready while it can read', async () => {
    const routes = createHealthRoutes({ readiness: readinessWith(undefined) });
    for (const query of ['?verbose', '?verbose=1']) {
      const response = await routes.request(`/readyz${query}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status: 'ready', checks: { write: { reason: 'disk-full' } } });
    }
  });

  test('probes are answered before the routes, with the headers of every response; other requests are not', async () => {
    const accesses: unknown[] = [];
    const answerProbe = createProbeAnswerer({
      readiness: readinessWith('stopping'),
      securityHeaders: ['X-Frame-Options', 'DENY'],
      hasOwnHeaders: () => false,
      log: { access: ({ path, status }) => accesses.push([path, status]) },
    });
    const server = createServer((incoming, outgoing) => {
      if (!answerProbe(incoming, outgoing)) outgoing.writeHead(418).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const ask = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
    const alive = await ask('/healthz');
    expect([alive.status, await alive.text(), alive.headers.get('x-frame-options')]).toEqual([200, 'ok', 'DENY']);
    expect(alive.headers.get('cache-control')).toBe('no-store');
    expect(alive.headers.get('content-security-policy')).toContain("default-src 'none'");
    const ready = await ask('/readyz');
    expect([ready.status, await ready.text()]).toEqual([503, 'stopping']);
    const head = await ask('/readyz', 'HEAD');
    expect([head.status, await head.text()]).toEqual([503, '']);
    const verbose = await ask('/readyz?verbose');
    expect([verbose.status, verbose.headers.get('content-type')]).toEqual([503, 'application/json']);
    expect(await verbose.json()).toMatchObject({
      status: 'stopping',
      checks: { read: { ok: true }, write: { ok: false, reason: 'disk-full' } },
    });
    for (const [path, method] of [
      ['/readyz', 'POST'],
      ['/readyz/', 'GET'],
      ['/toString', 'GET'],
    ] as const) {
      expect((await ask(path, method)).status, `${method} ${path}`).toBe(418);
    }
    expect(accesses).toEqual([
      ['/healthz', 200],
      ['/readyz', 503],
      ['/readyz', 503],
      ['/readyz', 503],
    ]);
  });
});

describe('builds', () => {
  const routeRules = { '/old': { redirect: '/new' } };
  const routes = createBuildRoutes({
    build: { id: 'b1', timestamp: 17 },
    routeRules,
    prerendered: () => ['/faq', '/'],
  });

  test('names the latest build', async () => {
    const response = await routes.request('/builds/latest.json');
    expect(await response.json()).toEqual({ id: 'b1', timestamp: 17 });
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test('describes it: route rules, and the pages whose data lies ready', async () => {
    const response = await routes.request('/builds/meta/b1.json');
    expect(await response.json()).toEqual({ id: 'b1', timestamp: 17, matcher: routeRules, prerendered: ['/', '/faq'] });
  });

  test('does not know another one', async () => {
    expect((await routes.request('/builds/meta/b0.json')).status).toBe(404);
  });
});

describe('messages', () => {
  const files: Pick<LocaleFiles, 'read' | 'readCompiled'> = {
    read: (locale, namespace) => (locale === 'es' && namespace === 'common' ? Buffer.from('{"a":"ñ"}') : undefined),
    readCompiled: (_, namespace) => (namespace === 'common' ? Buffer.from('{"a":["ñ",["x"]]}') : undefined),
  };
  const routes = createLocaleRoutes({ files });

  test('are served parsed to the pages of the app, which ask for that', async () => {
    const response = await routes.request('/locales/es/common.json?compiled');
    expect(await response.json()).toEqual({ a: ['ñ', ['x']] });
  });

  test('are served as JSON that is checked again by its tag', async () => {
    const response = await routes.request('/locales/es/common.json');
    expect(await response.json()).toEqual({ a: 'ñ' });
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await routes.request('/locales/es/common.json', { headers })).status).toBe(304);
  });

  test.each(['/locales/fr/common.json', '/locales/es/other.json', '/locales/es/common', '/locales/es/..%2Fx.json'])(
    'that do not exist are a message: %s',
    async (path) => {
      const response = await routes.request(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { statusCode: 404, message: `Page not found: ${path}` },
      ]);
    },
  );
});
