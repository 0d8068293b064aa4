import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentStore, Query, Write } from '#core/documents/document-store.ts';
import { createRandom } from '../../test/helpers/random.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { followChanges } from './follow-changes.ts';
import { rememberDocuments } from './remember-documents.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.strictObject({ group: z.string(), rank: z.int(), text: z.string() }),
  indexes: [
    [
      { field: 'group', direction: 'asc' },
      { field: 'rank', direction: 'asc' },
    ],
  ],
  feed: ['group', 'rank'],
  policy: { read: 'public' },
});

/** A store whose reads of documents are counted, and a memory that follows it. */
async function start(options?: { maxBytes?: number }) {
  const real = createMemoryDocumentStore({ collections: [notes] });
  const counts = { reads: 0 };
  const counted: DocumentStore = {
    ...real,
    async batchGet(paths) {
      counts.reads += paths.length;
      return real.batchGet(paths);
    },
    async runQuery(query) {
      const found = await real.runQuery(query);
      counts.reads += Math.max(1, found.length);
      return found;
    },
  };
  const { store, changes } = rememberDocuments(counted, ['notes'], options);
  const following = followChanges({ store: real, collections: ['notes'], changes, log: createFakeLog() });
  await following.started;
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = counts.reads;
    await work();
    return counts.reads - before;
  };
  const put = (id: string, group: string, rank: number, text = '') =>
    real.commit([{ kind: 'set', path: `notes/${id}`, data: { group, rank, text } }]);
  return { real, store, readsOf, put };
}

const first = (limit: number, group = 'a'): Query => ({
  collection: 'notes',
  where: [{ field: 'group', op: '==', value: group }],
  orderBy: [{ field: 'rank', direction: 'asc' }],
  limit,
});

test('documents are read once, also those that do not exist, until they change', async () => {
  const { store, put, readsOf } = await start();
  await put('one', 'a', 1);
  const read = () => store.batchGet(['notes/one', 'notes/none']);
  expect(await readsOf(read)).toBe(2);
  expect(await readsOf(read)).toBe(0);
  await put('none', 'a', 2);
  expect(await readsOf(read)).toBe(1);
  expect((await read()).map((document) => document?.data.rank)).toEqual([1, 2]);
});

test('a list that has changed reads the changed document alone', async () => {
  const { store, put, readsOf } = await start();
  for (const rank of [1, 2, 3, 4, 5]) await put(`n${rank}`, 'a', rank);
  const read = () => store.runQuery(first(3));
  expect(await readsOf(read)).toBe(3);
  await put('n0', 'a', 0);
  expect(await readsOf(read)).toBe(1);
  expect((await read()).map(({ path }) => path)).toEqual(['notes/n0', 'notes/n1', 'notes/n2']);
  await put('n9', 'a', 9);
  expect(await readsOf(read), 'of one behind its end').toBe(0);
});

test('what a read began before a change is not remembered', async () => {
  const { real, store, put } = await start();
  await put('one', 'a', 1);
  const answer = store.runQuery(first(3));
  const document = store.batchGet(['notes/one']);
  await real.commit([{ kind: 'set', path: 'notes/one', data: { group: 'a', rank: 2, text: '' } }]);
  await Promise.all([answer, document]);
  expect(await store.batchGet(['notes/one'])).toEqual(await real.batchGet(['notes/one']));
  expect(await store.runQuery(first(3))).toEqual(await real.runQuery(first(3)));
});

test.each([undefined, 2_000])('whatever changes, answers are those of the store, with %s bytes', async (maxBytes) => {
  const { real, store } = await start(maxBytes === undefined ? {} : { maxBytes });
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const path = () => `notes/n${random(12)}` as const;
  for (let step = 0; step < 600; step++) {
    const data = { group: 'ab'[random(2)] ?? 'a', rank: random(6), text: `${step}` };
    const write: Write = random(4) === 0 ? { kind: 'delete', path: path() } : { kind: 'set', path: path(), data };
    await real.commit([write]);
    const query: Query = {
      ...first(1 + random(5), 'ab'[random(2)]),
      ...(random(5) === 0 && { offset: 1 + random(3) }),
    };
    const paths = [path(), path()];
    const about = `step ${step} of seed ${seed}`;
    expect(await store.runQuery(query), about).toEqual(await real.runQuery(query));
    expect(await store.batchGet(paths), about).toEqual(await real.batchGet(paths));
  }
});
