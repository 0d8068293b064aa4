import { expect, test } from 'vitest';
import { createIconSource } from '#adapters/iconify/icon-source.ts';
import { createIconRoutes } from './icons.ts';

const routes = createIconRoutes({ icons: createIconSource({ custom: { gone: ['/nowhere'] }, warn: () => {} }) });
const get = (path: string, headers = {}) => routes.request(`/api/_nuxt_icon/${path}`, { headers });

test('the icons come in the form that Iconify reads, for a week', async () => {
  const response = await get('lucide.json?icons=x,menu,no-such-icon');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=604800');
  expect(await response.json()).toMatchObject({
    prefix: 'lucide',
    icons: { menu: { body: expect.any(String) }, x: { body: expect.any(String) } },
    not_found: ['no-such-icon'],
  });
});

test('who has the icons already is told so', async () => {
  const tag = (await get('lucide.json?icons=x')).headers.get('etag') ?? '';
  expect((await get('lucide.json?icons=x', { 'If-None-Match': tag })).status).toBe(304);
});

test.each([
  ['an unknown collection', 'nobody.json?icons=x', 404],
  ['a collection named by a path', '..%2flucide.json?icons=x', 404],
  ['no names', 'lucide.json', 400],
  ['more than 500 characters of names', `lucide.json?icons=${'a'.repeat(501)}`, 400],
  ['a collection that failed to load', 'gone.json?icons=x', 503],
])('%s is refused', async (_, path, status) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ statusCode: status, message: expect.any(String) });
});

test('500 characters of names are answered', async () => {
  expect((await get(`lucide.json?icons=${'a'.repeat(500)}`)).status).toBe(200);
});
