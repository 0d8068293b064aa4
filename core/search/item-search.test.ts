import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createItemSearch } from './item-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A search whose index gets its only file when it is filled. */
function createSearch() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const found: string[] = [];
  const search = createItemSearch(testConfig, { find: () => found }, promise);
  const fill = () => {
    found.push('a');
    resolve();
  };
  return { search, fill };
}

it('waits for an index that is being filled after a start', async () => {
  const { search, fill } = createSearch();
  const ids = search.findFiles('faro', 10);
  expect(search.isComplete()).toBe(false);
  fill();
  expect(await ids).toEqual(['a']);
  expect(search.isComplete()).toBe(true);
});

it('finds what is there when that takes long, and says that it is not everything', async () => {
  const { search } = createSearch();
  const ids = search.find('news', 'faro', 10);
  await vi.runAllTimersAsync();
  expect(await ids).toEqual([]);
  expect(search.isComplete()).toBe(false);
});
