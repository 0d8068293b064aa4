import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { siteDay } from '#core/site/site-day.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { createRenderQueue } from './render-queue.ts';

test('a kept page whose sources have changed is rendered before the pages of other visitors who wait', async () => {
  const store = createMemoryDocumentStore({ collections: [siteDay] });
  onTestFinished(() => store.close());
  const log = createFakeLog();
  const change = (day: string) => store.commit([{ kind: 'set', path: siteDay.at().path, data: { day } }]);
  const rendered: string[] = [];
  let gate: Promise<void> | undefined;
  const index = createReadIndex();
  const cache = new PageCache({
    async render(target, source) {
      rendered.push(target);
      if (target !== '/faq') await gate;
      const [day] = target === '/faq' ? await source.batchGet([siteDay.at().path]) : [];
      return renderedPage(`on ${day?.data.day}`);
    },
    ...{ store, index, log, securityHeaders: [], visitors: createRenderQueue({ atOnce: 2, waiting: 9 }) },
  });
  onTestFinished(() => cache.close());
  const following = followChanges({ store, collections: [siteDay.name], changes: index, log });
  onTestFinished(following.stop);
  await following.started;
  await change('2026-01-01');
  await cache.load(addressOf('/faq', ''));

  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const others = [2, 3, 4, 5].map((page) => cache.load(addressOf('/estudios', `?page=${page}`)));
  await change('2026-01-02');
  expect(cache.lookup('/faq')).toBeUndefined();
  const shown = cache.load(addressOf('/faq', ''));
  resolve();
  const result = await shown;
  await Promise.all(others);
  const pages = [2, 3, 4, 5].map((page) => `/estudios?page=${page}`);
  expect(rendered).toEqual(['/faq', ...pages.slice(0, 2), '/faq', ...pages.slice(2)]);
  expect(result.kind === 'page' && result.page.full.identity.body.toString()).toBe('on 2026-01-02');
});
