import { type Context, Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { refuseCrossSite } from './refuse-cross-site.ts';

const ORIGIN = 'https://example.org';
const answerWrongAddress = (context: Context, opened: string) => context.text(`opened at ${opened}`, 403);
const app = new Hono().use(refuseCrossSite(ORIGIN, answerWrongAddress)).all('*', (context) => context.text('done'));

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

  test.each([
    ['a browser that says so', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    ['a browser that says only where it is', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  ])('is refused with a reason from another address of this server, by %s', async (_, headers) => {
    const response = await app.request('/admin/signin', { method: 'POST', headers });
    expect(response.status).toBe(403);
    expect(await response.text()).toBe('opened at http://127.0.0.1:3000');
  });

  test.each([
    { origin: 'https://evil.example', host: 'example.org' },
    { origin: 'https://evil.example', host: 'evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', host: 'evil.example', 'sec-fetch-site': 'same-site' },
    { origin: 'null', host: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'x:y', 'sec-fetch-site': 'same-origin' },
  ])('is refused without one from anywhere else: %j', async (headers) => {
    const response = await app.request('/admin/signin', { method: 'POST', headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: 'The request does not come from this site' });
  });
});
