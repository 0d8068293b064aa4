import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import type { PageAddress } from './page-address.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';

const addressOf = (key: string): PageAddress => ({
  ...{ key, pathname: key, search: '', locale: 'es', explicit: false },
  ...{ cacheable: true, isSearch: false, canonical: true },
});

/** Pages that say the time, each until the next time of its own. */
function createTimedPages(ends: { [key: string]: number[] }) {
  const clock = { at: 0 };
  let ring = () => {};
  let due: number | undefined;
  const index = createReadIndex({
    now: () => clock.at,
    setAlarm(milliseconds, call) {
      due = clock.at + milliseconds;
      ring = call;
      return () => {
        due = undefined;
      };
    },
  });
  const rendered: string[] = [];
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(`${target} ${clock.at}`);
      const next = ends[target]?.find((end) => end > clock.at);
      if (next !== undefined) store.until?.(next);
      return renderedPage(`${target} ${clock.at}`);
    },
    store: createMemoryDocumentStore({ collections: [] }),
    ...{ index, log: createFakeLog(), securityHeaders: [] },
  });
  onTestFinished(() => cache.close());
  return {
    cache,
    index,
    rendered,
    due: () => due,
    load: (key: string) => cache.load(addressOf(key)),
    /** The clock shows a time, and the alarm rings if it is due. */
    async pass(to: number) {
      clock.at = to;
      const isDue = due !== undefined && due <= to;
      if (isDue) due = undefined;
      if (isDue) ring();
      await cache.settled();
    },
    textOf: (key: string) => cache.lookup(key)?.full.identity.body.toString(),
  };
}

test('a page is rendered again at the moment until which it is right, and other pages are not', async () => {
  const { load, pass, rendered, textOf, due } = createTimedPages({ '/a': [100, 250], '/b': [200], '/c': [] });
  for (const key of ['/a', '/b', '/c']) await load(key);
  expect(due()).toBe(100);
  await pass(99);
  expect(textOf('/a')).toContain('/a 0');
  await pass(100);
  expect(textOf('/a')).toContain('/a 100');
  await pass(200);
  await pass(250);
  await pass(1_000);
  expect(rendered).toEqual(['/a 0', '/b 0', '/c 0', '/a 100', '/b 200', '/a 250']);
  expect(due()).toBeUndefined();
});

test('an alarm that comes too early, as after ten minutes, is set again', async () => {
  const { load, pass, rendered, due } = createTimedPages({ '/a': [100 * 60_000] });
  await load('/a');
  const longest = due() ?? 0;
  expect(longest).toBeLessThan(100 * 60_000);
  for (let at = longest; at < 100 * 60_000; at += longest) await pass(at);
  expect(rendered).toHaveLength(1);
  await pass(100 * 60_000);
  expect(rendered).toHaveLength(2);
});

test('what a restart restores is over at its moment too', async () => {
  const { index, pass } = createTimedPages({});
  let touched = 0;
  const touch = () => void touched++;
  index.restore({ documents: [], queries: [], until: 50 }, touch);
  const closed = index.restore({ documents: [], queries: [], until: 60 }, touch);
  await pass(50);
  expect(touched).toBe(1);
  closed.close();
  await pass(60);
  expect(touched).toBe(1);
});
