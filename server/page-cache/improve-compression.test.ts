import { expect, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { improveCompression } from './improve-compression.ts';

test('pages are made smaller while nobody asks for them, each once', async () => {
  const { cache, get } = createTestApp();
  await get('/faq');
  await get('/en/faq');
  const improved = () => cache.pages().filter((page) => page.improved).length;
  const controller = new AbortController();
  const working = improveCompression({ cache, visits: cache.uses, signal: controller.signal, quiet: 0 });
  await expect.poll(improved).toBe(2);
  controller.abort();
  await working;
  const { br, gzip } = cache.lookup('/faq')?.full ?? {};
  expect(br?.body.length).toBeLessThan(gzip?.body.length ?? 0);
});
