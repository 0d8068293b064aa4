import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentReader, DocumentStore } from '#core/documents/document-store.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import type { CachedPage } from './cached-page.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.looseObject({}) as never,
  indexes: [],
  policy: { read: 'public' },
});
const PATH = '/faq';

let store: DocumentStore;

beforeEach(() => {
  store = createMemoryDocumentStore({ collections: [notes] });
});

type Render = (target: string, store: DocumentReader) => Promise<RenderedPage>;

const showNote: Render = async (_target, source) => {
  const [document] = await source.batchGet(['notes/a']);
  return document ? renderedPage(String(document.data.text)) : renderedPage('none', { status: 404 });
};

const write = (text: string) => store.commit([{ kind: 'set', path: 'notes/a', data: { text } }]);
const randomText = (length: number) => randomBytes(length).toString('base64');

const SHARED = 'public, max-age=0, s-maxage=600, must-revalidate';
const headerOf = ({ full }: CachedPage) => full.identity.headers[full.identity.headers.indexOf('Cache-Control') + 1];

async function createSharing(render: Render, maxBytes?: number) {
  const ended: string[] = [];
  const log = createFakeLog();
  const index = createReadIndex();
  const cache = new PageCache({
    ...{ render, store, index, log, securityHeaders: [], sharedControl: () => SHARED },
    onShareEnded: ({ key }) => ended.push(key),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  await followChanges({ store, collections: ['notes'], changes: index, log }).started;
  const open = async (path: string, search = '') => {
    const result = await cache.load(addressOf(path, search));
    if (result.kind !== 'page') throw new Error(`${path} is no page`);
    return result.page;
  };
  return { cache, ended, open };
}

test('is told when it changes, once, and only if somebody has it', async () => {
  await write('one');
  const { cache, ended, open } = await createSharing(showNote);
  const page = await open(PATH);
  expect(headerOf(page)).toBe(SHARED);
  await write('two');
  await cache.settled();
  expect(ended, 'nobody got it').toEqual([]);
  expect(cache.share(page), 'it has changed').toBe(false);
  expect(cache.share(await open(PATH))).toBe(true);
  await write('three');
  await write('four');
  await cache.settled();
  expect(ended).toEqual([PATH]);
});

test('is told when it has no room any longer, since its changes are not followed then', async () => {
  const { cache, ended, open } = await createSharing(async () => renderedPage(randomText(5_000)), 100_000);
  const first = await open(PATH);
  expect(cache.share(first)).toBe(true);
  for (let index = 0; index < 30; index++) await open(`/a/b${index}`);
  expect(ended).toEqual([PATH]);
  expect(cache.share(first)).toBe(false);
});

test('is neither the entrance, whose language is chosen, nor the form without scripts, data or a fragment', async () => {
  const { cache, open } = await createSharing(async (target) => {
    if (target !== '/en/faq') return renderedPage('page');
    return renderedPage('{}', { headers: new Headers({ 'Content-Type': 'application/json' }) });
  });
  expect(headerOf(await open('/'))).toBe('private, max-age=0, must-revalidate');
  const page = await open(PATH);
  for (const variants of [await page.lite(), await page.payload(), (await open('/en/faq')).full]) {
    expect(headerOf({ ...page, full: variants })).toBe('public, max-age=0, must-revalidate');
  }
  expect(cache.share(await open('/en/faq'))).toBe(false);
});

test('keeps its header when it is compressed better', async () => {
  const { open } = await createSharing(async () => renderedPage('anything'));
  const page = await open(PATH);
  await page.improve();
  expect(headerOf(page)).toBe(SHARED);
});
