import { expect, test } from 'vitest';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { renderedPage } from '../testing/rendered.ts';
import { createSearchPages, type SearchPagesOptions } from './search-pages.ts';

const MAX_BYTES = 40_000;

function createPages(options: Partial<SearchPagesOptions> = {}) {
  const targets: string[] = [];
  const pages = createSearchPages({
    async render(target) {
      targets.push(target);
      return renderedPage(`results of ${target} ${targets.length}`);
    },
    securityHeaders: [],
    maxBytes: MAX_BYTES,
    ...options,
  });
  const load = (words: string) => pages.load(addressOf('/search', `?${new URLSearchParams({ q: words })}`));
  const text = async (words: string) => {
    const result = await load(words);
    return result.kind === 'page' ? result.page.full.identity.body.toString() : result.rendered.body;
  };
  return { pages, targets, load, text };
}

test('a page of results that is asked for again is kept, until something is published', async () => {
  const { pages, text, targets } = createPages();
  expect(await text('knee')).toBe('results of /search?q=knee 1');
  expect(pages.lookup('/search?q=knee')).toBeUndefined();
  expect(await text('knee')).toBe('results of /search?q=knee 2');
  expect(await text('knee')).toBe('results of /search?q=knee 2');
  expect(pages.lookup('/search?q=knee')).toBeDefined();
  pages.changes.apply([]);
  expect(pages.lookup('/search?q=knee')).toBeUndefined();
  expect(await text('knee')).toBe('results of /search?q=knee 3');
  expect(pages.lookup('/search?q=knee')).toBeDefined();
  pages.clear();
  expect(await text('knee')).toBe('results of /search?q=knee 4');
  expect(targets).toHaveLength(4);
});

test('searches that nobody repeats are not kept, however many there are', async () => {
  const { pages, load } = createPages();
  for (let number = 0; number < 1_200; number += 1) await load(`word ${number}`);
  expect(pages.bytes()).toBe(0);
  await load('word 0');
  expect(pages.lookup('/search?q=word+0'), 'it was forgotten').toBeUndefined();
  await load('word 1199');
  expect(pages.lookup('/search?q=word+1199')).toBeDefined();
});

test('those who ask for a page at the same time share one render', async () => {
  const { text, targets } = createPages();
  expect(new Set(await Promise.all([text('knee'), text('knee'), text('knee')])).size).toBe(1);
  expect(targets).toHaveLength(1);
});

test('a page rendered while something was published is not kept, and those who ask afterwards do not get it', async () => {
  const finish: (() => void)[] = [];
  const { pages, load } = createPages({
    render: (target) => new Promise((done) => finish.push(() => done(renderedPage(`${target} ${finish.length}`)))),
  });
  const before = load('knee');
  pages.changes.touchAll();
  const after = load('knee');
  expect(finish).toHaveLength(2);
  finish[0]?.();
  await before;
  expect(pages.lookup('/search?q=knee')).toBeUndefined();
  finish[1]?.();
  const result = await after;
  expect(result.kind === 'page' && pages.lookup('/search?q=knee')).toBe(result.kind === 'page' && result.page);
});

test('whatever is searched for, the pages take no more memory than they may, and the last ones stay', async () => {
  const { pages, load } = createPages({ render: async (target) => renderedPage(`${target} `.repeat(500)) });
  for (let number = 0; number < 100; number += 1) {
    await load('often');
    for (let time = 0; time < 2; time += 1) await load(`word ${number}`);
    expect(pages.bytes()).toBeLessThanOrEqual(MAX_BYTES);
  }
  expect(pages.lookup('/search?q=often')).toBeDefined();
  expect(pages.lookup('/search?q=word+99')).toBeDefined();
  expect(pages.lookup('/search?q=word+1')).toBeUndefined();
});

test('what is no page is not kept, and a failed render is tried again', async () => {
  let status = 404;
  const { pages, load } = createPages({
    async render(target) {
      if (status === 500) throw new Error('broken');
      return renderedPage(target, { status });
    },
  });
  expect(await load('knee')).toMatchObject({ kind: 'response', rendered: { status: 404 } });
  status = 500;
  await expect(load('knee')).rejects.toThrow('broken');
  status = 200;
  for (let time = 0; time < 2; time += 1) expect(await load('knee')).toMatchObject({ kind: 'page' });
  expect(pages.lookup('/search?q=knee')).toBeDefined();
});
