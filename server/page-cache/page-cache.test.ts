import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import type { RenderPage } from '../rendering/rendered-page.ts';
import { createFakeLog, type FakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import type { CachedPage } from './cached-page.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache, type PageResult } from './page-cache.ts';
import { createReadIndex, type ReadIndex } from './read-index.ts';
import { createRenderQueue, TooBusy } from './render-queue.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.looseObject({}) as never,
  indexes: [],
  policy: { read: 'public' },
});
const PATH = '/faq';

let store: DocumentStore;
let index: ReadIndex;
let log: FakeLog;
let clock: number;
let renders: string[];

beforeEach(() => {
  store = createMemoryDocumentStore({ collections: [notes] });
  log = createFakeLog();
  clock = 0;
  renders = [];
});

const showAnything = async () => renderedPage('anything');

const showNote: RenderPage = async (_target, source) => {
  const [document] = await source.batchGet(['notes/a']);
  return document ? renderedPage(String(document.data.text)) : renderedPage('none', { status: 404 });
};

async function createCache(render: RenderPage, maxBytes?: number): Promise<PageCache> {
  index = createReadIndex();
  const cache = new PageCache({
    render: (target, source, isForProgram) => {
      renders.push(target);
      return render(target, source, isForProgram);
    },
    store,
    index,
    log,
    securityHeaders: [],
    now: () => clock,
    visitors: createRenderQueue({ atOnce: 2, waiting: 3 }),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  await followChanges({ store, collections: ['notes'], changes: index, log }).started;
  return cache;
}

const write = (text: string) => store.commit([{ kind: 'set', path: 'notes/a', data: { text } }]);
const body = (result: PageResult | undefined) =>
  result?.kind === 'page' ? result.page.full.identity.body.toString() : result?.rendered.body;
const sizeOf = (pages: CachedPage[]) => pages.reduce((sum, page) => sum + page.size(), 0);
const randomText = (length: number) => randomBytes(length).toString('base64');
const kept = (cache: PageCache, path = PATH) => cache.lookup(path)?.full.identity.body.toString();

test('an error for a program is rendered without its document, and a page for it is kept for all', async () => {
  const rendered: (boolean | undefined)[] = [];
  const cache = await createCache(async (target, source, isForProgram) => {
    rendered.push(isForProgram);
    return showNote(target, source);
  });
  const address = addressOf(PATH, '');
  expect(await cache.load(address, true)).toMatchObject({ kind: 'response', rendered: { status: 404 } });
  expect(rendered).toEqual([true]);
  await write('one');
  expect(body(await cache.load(address, true))).toBe('one');
  expect(body(await cache.load(address, true))).toBe('one');
  expect(kept(cache)).toBe('one');
  expect(rendered).toEqual([true, true, undefined]);
});

test('a render that takes long is logged with what it read, and others are not', async () => {
  await write('one');
  const told = vi.spyOn(log, 'info');
  const cache = await createCache(async (target, source) => {
    if (target === '/slow') clock += 1_500;
    return showNote(target, source);
  });
  await cache.load(addressOf(PATH, ''));
  expect(told).not.toHaveBeenCalled();
  await cache.load(addressOf('/slow', ''));
  expect(told.mock.calls.map(([fields]) => fields)).toEqual([
    { path: '/slow', ms: 1_500, counts: { documents: 1, queries: 0 }, reads: { documents: ['notes/a'], queries: [] } },
  ]);
});

describe('a page that is kept', () => {
  test('is rendered once for all who ask at the same time, and then no more', async () => {
    await write('one');
    const cache = await createCache(showNote);
    const results = await Promise.all([1, 2, 3].map(() => cache.load(addressOf(PATH, ''))));
    await cache.load(addressOf(PATH, '?utm_source=x'));
    expect(results.map(body)).toEqual(['one', 'one', 'one']);
    expect(renders).toEqual([PATH]);
    expect(cache.paths()).toEqual([PATH]);
  });

  test('is rendered again in the background when something that it read changes', async () => {
    await write('one');
    const cache = await createCache(showNote);
    await cache.load(addressOf(PATH, ''));
    await write('two');
    await expect.poll(() => kept(cache)).toBe('two');
  });

  test('is not rendered again when something else changes', async () => {
    await write('one');
    const cache = await createCache(showNote);
    await cache.load(addressOf(PATH, ''));
    await store.commit([{ kind: 'set', path: 'notes/b', data: { text: 'other' } }]);
    await cache.settled();
    expect(renders).toHaveLength(1);
  });

  test('is gone when it no longer exists', async () => {
    await write('one');
    const cache = await createCache(showNote);
    await cache.load(addressOf(PATH, ''));
    await store.commit([{ kind: 'delete', path: 'notes/a' }]);
    await expect.poll(() => kept(cache)).toBeUndefined();
    expect(await cache.load(addressOf(PATH, ''))).toMatchObject({ kind: 'response', rendered: { status: 404 } });
    expect(cache.paths()).toEqual([]);
  });

  test('shows a change that lands while it is being rendered', async () => {
    await write('one');
    let interfere: (() => Promise<unknown>) | undefined = () => write('two');
    const cache = await createCache(async (target, source) => {
      const page = await showNote(target, source);
      await interfere?.();
      interfere = undefined;
      return page;
    });
    await cache.load(addressOf(PATH, ''));
    await expect.poll(() => kept(cache)).toBe('two');
  });

  test('gives way to others when memory is full, the one that was not used for longest first', async () => {
    const render = async () => renderedPage('x'.repeat(500), { payload: {} });
    const roomy = await createCache(render);
    await roomy.load(addressOf('/faq', ''));
    const cache = await createCache(render, roomy.bytes() * 4.5);
    for (const path of ['/faq', '/about', '/contact', '/privacy-policy', '/faq']) await cache.load(addressOf(path, ''));
    for (const path of ['/estudios', '/articulos']) await cache.load(addressOf(path, ''));
    expect(cache.paths().sort()).toEqual(['/articulos', '/estudios', '/faq', '/privacy-policy']);
  });

  test('is not kept when it would take more than a quarter of the memory, and drives out no other', async () => {
    const sizes: { [path: string]: number } = { '/faq': 500, '/about': 6_000 };
    const render = async (path: string) => renderedPage(randomText(sizes[path] ?? 0), { payload: {} });
    const cache = await createCache(render, 20_000);
    await cache.load(addressOf('/faq', ''));
    expect((await cache.load(addressOf('/about', ''))).kind).toBe('page');
    expect(cache.paths()).toEqual(['/faq']);
  });

  test('that gave way to others while it was rendered again takes no memory that is not counted', async () => {
    await write('one');
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const cache = await createCache(async (target, source) => {
      const [note] = await source.batchGet(['notes/a']);
      if (isHeld && target === PATH) await gate.promise;
      return renderedPage(`${note?.data.text} ${randomText(2_000)}`);
    }, 60_000);
    await cache.load(addressOf(PATH, ''));
    isHeld = true;
    await write('two');
    await expect.poll(() => renders.filter((path) => path === PATH).length).toBe(2);
    for (let page = 2; page < 30; page++) await cache.load(addressOf('/estudios', `?page=${page}`));
    gate.resolve();
    await cache.settled();
    expect(sizeOf(cache.pages())).toBeLessThanOrEqual(cache.bytes());
    expect(cache.bytes()).toBeLessThanOrEqual(60_000);
    expect(cache.lookup(PATH)).toBeUndefined();
  });

  test('counts what is made from it later', async () => {
    const cache = await createCache(async () => renderedPage('x'.repeat(2_000)));
    const result = await cache.load(addressOf(PATH, ''));
    if (result.kind !== 'page') throw new Error('no page');
    for (const make of [result.page.lite, result.page.payload]) {
      const before = cache.bytes();
      await make();
      expect(cache.bytes()).toBeGreaterThan(before);
    }
    await write('x');
    expect(cache.bytes()).toBeGreaterThanOrEqual(result.page.size());
  });
});

describe('when too many visitors wait', () => {
  const flood = async (cache: PageCache) =>
    Promise.allSettled(
      Array.from({ length: 20 }, (_, page) => cache.load(addressOf('/estudios', `?page=${page + 2}`))),
    );

  test('a page that is not kept is refused, and rendered once there is room again', async () => {
    const cache = await createCache(showAnything);
    const results = await flood(cache);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(20 - 5);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(TooBusy);
    expect(renders).toHaveLength(5);
    expect((await cache.load(addressOf('/estudios', '?page=20'))).kind).toBe('page');
  });

  test('a page whose sources have changed is shown as it was, and is new later', async () => {
    await write('one');
    let isSlow = false;
    const gate = Promise.withResolvers<void>();
    const cache = await createCache(async (target, source) => {
      if (target === PATH) return showNote(target, source);
      if (isSlow) await gate.promise;
      return showAnything();
    });
    await cache.load(addressOf(PATH, ''));
    isSlow = true;
    const flooding = flood(cache);
    await write('two');
    await expect.poll(() => kept(cache)).toBeUndefined();
    expect(body(await cache.load(addressOf(PATH, '')))).toBe('one');
    gate.resolve();
    await flooding;
    await expect.poll(() => kept(cache)).toBe('two');
  });
});

describe('what is not kept', () => {
  test.each([
    ['an error', renderedPage('x', { status: 404 })],
    ['a redirect', renderedPage('', { status: 301, headers: new Headers({ Location: '/y' }) })],
    [
      'a page that sets a cookie',
      renderedPage('x', { headers: new Headers({ 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' }) }),
    ],
    [
      'a page that says so',
      renderedPage('x', { headers: new Headers({ 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }) }),
    ],
  ])('%s', async (_what, rendered) => {
    const cache = await createCache(async () => rendered);
    expect(await cache.load(addressOf(PATH, ''))).toEqual({ kind: 'response', rendered });
    expect(cache.lookup(PATH)).toBeUndefined();
  });

  test('a failure, which is thrown to all who wait for the page', async () => {
    const cache = await createCache(() => Promise.reject(new Error('broken')));
    await expect(cache.load(addressOf(PATH, ''))).rejects.toThrow('broken');
    expect(cache.pages()).toEqual([]);
  });
});

describe('a page that cannot be rendered any more', () => {
  test.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['is an error document', async () => renderedPage('oops', { status: 500, error: new Error('broken') })],
  ])('stays as it was when its render %s; the cause is logged once; it is tried again later', async (_how, failure) => {
    await write('one');
    let broken = false;
    const cache = await createCache((target, source) => (broken ? failure() : showNote(target, source)));
    await cache.load(addressOf(PATH, ''));
    broken = true;
    await write('two');
    await expect.poll(() => log.errors.length).toBe(1);
    expect(body(await cache.load(addressOf(PATH, '')))).toBe('one');
    expect(renders).toHaveLength(2);
    clock += 5_000;
    expect(body(await cache.load(addressOf(PATH, '')))).toBe('one');
    expect(log.errors).toMatchObject([{ fields: { path: PATH, err: { message: 'broken' } } }]);
    broken = false;
    clock += 5_000;
    expect(body(await cache.load(addressOf(PATH, '')))).toBe('two');
  });

  test('is tried at once when its sources change again', async () => {
    await write('one');
    let broken = false;
    const cache = await createCache((target, source) =>
      broken ? Promise.reject(new Error('x')) : showNote(target, source),
    );
    await cache.load(addressOf(PATH, ''));
    broken = true;
    await write('two');
    await expect.poll(() => log.errors.length).toBe(1);
    broken = false;
    await write('three');
    await expect.poll(() => kept(cache)).toBe('three');
  });
});

test('everything is rendered anew when it is not known what changed', async () => {
  let version = 1;
  const cache = await createCache(async () => renderedPage(`v${version}`));
  await cache.load(addressOf(PATH, ''));
  version = 2;
  index.touchAll();
  await cache.settled();
  expect(kept(cache)).toBe('v2');
});

test('a page can only read while it renders', async () => {
  const given: string[] = [];
  const cache = await createCache(async (_target, source) => {
    given.push(...Object.keys(source));
    return renderedPage('x');
  });
  await cache.load(addressOf(PATH, ''));
  expect(given.toSorted()).toEqual(['batchGet', 'runAggregation', 'runQuery', 'until']);
});
