import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { TooBusy } from './page-cache/render-queue.ts';
import { createTestApp } from './testing/create-test-app.ts';
import { renderedPage } from './testing/rendered.ts';

const json = { accept: 'application/json' };

describe('a failure', () => {
  const broken = () => Promise.reject(new Error('the cause'));

  test('of the app’s own error document is a plain page in the language of the path, logged with its cause', async () => {
    const { get, log } = createTestApp({ render: broken });
    const spanish = await get('/faq');
    expect(spanish.status).toBe(500);
    const text = await spanish.text();
    expect(text).toContain('lang="es-MX"');
    expect(text).toContain('general es');
    expect(text).not.toContain('the cause');
    expect(spanish.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
    expect(await (await get('/en/faq')).text()).toContain('lang="en-US"');
    expect(log.errors).toMatchObject([{ fields: { err: { message: 'the cause' }, path: '/faq' } }, {}]);
  });

  test('of a link to a draft does not put its token on the log', async () => {
    const { get, log } = createTestApp({ render: broken });
    expect((await get('/en/PREVIEW/To_ken')).status).toBe(500);
    expect(log.errors).toMatchObject([{ fields: { path: '/en/preview/…' } }]);
    expect(log.requests).toMatchObject([{ path: '/en/preview/…', status: 500 }]);
  });

  test('for want of time is 503 for people and programs, with when to ask again, and no error', async () => {
    const { get, log } = createTestApp({ render: () => Promise.reject(new TooBusy('too many')) });
    for (const [path, says] of [
      ['/search?q=x', 'busy es'],
      ['/en/search', 'busy en'],
      ['/faq', 'busy es'],
    ] as const) {
      const page = await get(path);
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await page.text()).toContain(says);
    }
    const answer = await get('/search', json);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '2',
      { statusCode: 503, message: 'Too many requests wait' },
    ]);
    expect(log.errors).toEqual([]);
  });

  test('is short for programs', async () => {
    const response = await createTestApp({ render: broken }).get('/faq', json);
    expect([response.status, await response.json()]).toEqual([
      500,
      { statusCode: 500, message: 'Internal server error' },
    ]);
  });

  test('that the app shows itself is logged with its cause', async () => {
    const render = async () => renderedPage('<h1>500</h1>', { status: 500, error: new Error('the cause') });
    const { get, log } = createTestApp({ render });
    const response = await get('/faq');
    expect([response.status, await response.text()]).toEqual([500, '<h1>500</h1>']);
    expect(log.errors).toMatchObject([{ fields: { err: { message: 'the cause' } } }]);
  });

  test('elsewhere is a message', async () => {
    const routes = [
      new Hono().get('/api/x', () => {
        throw new Error('the cause');
      }),
    ];
    const { get, log } = createTestApp({ routes });
    expect((await get('/api/x')).status).toBe(500);
    expect(log.errors).toHaveLength(1);
  });
});
