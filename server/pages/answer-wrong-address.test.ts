import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import site from '#site-config';
import { createLocaleFiles } from '../locales/locale-files.ts';
import { createWrongAddressAnswerer } from './answer-wrong-address.ts';

const ORIGIN = 'https://example.org';
const OPENED = 'http://10.0.0.5:3000';

function createSite() {
  const lines: string[] = [];
  let time = 0;
  const answer = createWrongAddressAnswerer({
    set: site,
    origin: ORIGIN,
    localeFiles: createLocaleFiles(join(import.meta.dirname, '../../locales'), site),
    log: { warn: ((_: object, message: string) => void lines.push(message)) as never },
    withPolicy: true,
    now: () => time,
  });
  const app = new Hono().all('*', (context) => answer(context, OPENED));
  return {
    lines,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    send: async (path: string, accept = 'text/html,*/*') => app.request(path, { method: 'POST', headers: { accept } }),
  };
}

test.each([
  ['/es/admin/signin', 'El sitio tiene otra dirección', 'solo acepta formularios'],
  ['/en/admin/signin', 'The site has another address', 'accepts forms only'],
])('people read at %s what is wrong, and where to set it', async (path, title, reason) => {
  const response = await createSite().send(path);
  expect(response.status).toBe(403);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-security-policy')).toContain('style-src');
  const page = await response.text();
  for (const words of [title, reason, OPENED, 'MEKI_ORIGIN', `href="${ORIGIN}${path}"`]) expect(page).toContain(words);
});

test('scripts get a code', async () => {
  const response = await createSite().send('/admin/signin.data', '*/*');
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ statusCode: 403, code: 'wrong-address' });
});

test('operators get one line a minute, which names the setting', async () => {
  const { send, lines, wait } = createSite();
  for (let count = 0; count < 5; count++) await send('/admin/signin');
  expect(lines).toEqual([expect.stringMatching(/10\.0\.0\.5:3000.*MEKI_ORIGIN is https:\/\/example\.org/)]);
  wait(60_000);
  await send('/admin/signin');
  expect(lines).toHaveLength(2);
});
