import { expect, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { renderedPage } from '../testing/rendered.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

function startSite(status = 200) {
  const answered = (target: string) =>
    renderedPage(JSON.stringify({ id: target }), {
      status,
      headers: new Headers({ 'Content-Type': JSON_TYPE, 'Access-Control-Allow-Origin': '*' }),
    });
  return createTestApp({ render: async (target) => answered(target) });
}

const ISLAND = '/__nuxt_island/Name_0a1b2c3d.json?props=%7B%22a%22%3A1%7D';

test('an island is JSON that every origin may read, checked again by its tag', async () => {
  const { get } = startSite();
  const response = await get(ISLAND);
  expect(await response.json()).toEqual({ id: ISLAND });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': JSON_TYPE,
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await get(ISLAND, headers)).status).toBe(304);
});

test('it is rendered once, whatever else the address says, and is no page of the manifest', async () => {
  const { get, targets, cache } = startSite();
  await get(ISLAND);
  await get(`${ISLAND}&utm_source=x`);
  await get(ISLAND, { 'save-data': 'on' });
  expect(targets).toEqual([ISLAND]);
  expect(cache.paths()).toEqual([]);
});

test('a refusal is not kept, and readable from everywhere too', async () => {
  const { get, targets } = startSite(400);
  const response = await get(ISLAND);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  await get(ISLAND);
  expect(targets).toHaveLength(2);
});

test('a failure is a message that is readable from everywhere', async () => {
  const { get, log } = createTestApp({ render: () => Promise.reject(new Error('broken')) });
  const response = await get(ISLAND, { accept: 'application/json' });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([500, '*']);
  expect(await response.json()).toEqual({ statusCode: 500, message: 'Internal server error' });
  expect(log.errors).toHaveLength(1);
});
