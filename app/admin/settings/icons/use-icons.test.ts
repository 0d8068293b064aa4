import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchIcons } from './use-icons.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const body = '<path/>';

test('icons are fetched by collection, in requests of 500 characters', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `lucide:an-icon-${index}`);
  const asked: URL[] = [];
  const found = await fetchIcons([...names, 'meki:mark'], async (path) => {
    const url = new URL(path, 'https://site.example');
    asked.push(url);
    const wanted = url.searchParams.get('icons')?.split(',') ?? [];
    const icons = Object.fromEntries(wanted.map((name) => [name, { body, ...(name === 'mark' && { width: 32 }) }]));
    return Response.json({ icons, width: 24, height: 24 });
  });
  expect([...found.keys()].sort()).toEqual([...names, 'meki:mark'].sort());
  expect(found.get('lucide:an-icon-7')).toEqual({ body, width: 24, height: 24 });
  expect(found.get('meki:mark')).toEqual({ body, width: 32, height: 24 });
  expect(asked.map(({ pathname }) => pathname).sort()).toEqual(
    ['lucide', 'lucide', 'meki'].map((prefix) => `/api/_nuxt_icon/${prefix}.json`),
  );
  for (const { searchParams } of asked) expect(searchParams.get('icons')?.length).toBeLessThanOrEqual(500);
});

test('what has not come after 1,500 ms is missing, and the rest is there', async () => {
  const begun = Date.now();
  let gaveUpAt = 0;
  const fetching = fetchIcons(['lucide:menu', 'slow:x'], (path, { signal }) => {
    if (path.includes('lucide')) return Promise.resolve(Response.json({ icons: { menu: { body } } }));
    return new Promise((_, fail) =>
      signal.addEventListener('abort', () => {
        gaveUpAt = Date.now() - begun;
        fail(signal.reason);
      }),
    );
  });
  await vi.advanceTimersByTimeAsync(1_500);
  expect([...(await fetching).keys()]).toEqual(['lucide:menu']);
  expect(gaveUpAt).toBe(1_500);
});

test('a refusal is the same as nothing', async () => {
  expect((await fetchIcons(['nobody:x'], async () => new Response('', { status: 404 }))).size).toBe(0);
});
