import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { refuseCrossSite } from './refuse-cross-site.ts';

const ORIGIN = 'https://example.org';
const app = new Hono().use(refuseCrossSite(ORIGIN)).all('*', (context) => context.text('done'));

async function status(headers: { [name: string]: string }, method = 'POST') {
  return (await app.request('/admin/signin', { method, headers })).status;
}

describe('a request that may change something', () => {
  test('passes from a page of the site, and from a program', async () => {
    expect(await status({ origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie: 'a=b' })).toBe(200);
    expect(await status({ origin: ORIGIN, cookie: 'a=b' })).toBe(200);
    expect(await status({})).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the host', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an origin that only begins alike', { origin: 'https://example.org.evil.example' }],
    ['somebody with cookies who does not say from where', { cookie: 'meki_session=x' }],
  ])('is refused from %s', async (_from, headers) => {
    expect(await status(headers)).toBe(403);
  });

  test('does not concern reading', async () => {
    expect(await status({ origin: 'https://evil.example' }, 'GET')).toBe(200);
  });
});
