import { describe, expect, test } from 'vitest';
import type { LocaleFiles } from '../locales/locale-files.ts';
import { createBuildRoutes } from './builds.ts';
import { createHealthRoutes } from './health.ts';
import { createLocaleRoutes } from './locales.ts';

describe('health', () => {
  test('says ok while the process lives and can answer', async () => {
    const routes = createHealthRoutes({ notReady: async () => undefined });
    for (const path of ['/healthz', '/readyz']) {
      const response = await routes.request(path);
      expect([response.status, await response.text()]).toEqual([200, 'ok']);
    }
  });

  test('gives the reason when it cannot answer, though it lives', async () => {
    const routes = createHealthRoutes({ notReady: async () => 'database-unavailable' });
    const response = await routes.request('/readyz');
    expect([response.status, await response.text()]).toEqual([503, 'database-unavailable']);
    expect((await routes.request('/healthz')).status).toBe(200);
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
