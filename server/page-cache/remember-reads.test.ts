import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentStore, Query } from '#core/documents/document-store.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { followChanges } from './follow-changes.ts';
import { createReadIndex } from './read-index.ts';
import { type RememberedReads, rememberReads } from './remember-reads.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.strictObject({ rank: z.number() }),
  indexes: [[{ field: 'rank', direction: 'asc' }]],
  policy: { read: 'public' },
  feed: ['rank'],
});
const first: Query = { collection: 'notes', orderBy: [{ field: 'rank', direction: 'asc' }], limit: 1 };

let store: DocumentStore;
let reads: { documents: number; queries: number };
let remembered: RememberedReads;

beforeEach(async () => {
  store = createMemoryDocumentStore({ collections: [notes] });
  await write('a', { rank: 1 });
  reads = { documents: 0, queries: 0 };
  const counting: DocumentStore = {
    ...store,
    batchGet(paths) {
      reads.documents += 1;
      return store.batchGet(paths);
    },
    runQuery(query) {
      reads.queries += 1;
      return store.runQuery(query);
    },
  };
  const index = createReadIndex();
  remembered = rememberReads(counting, index, { maxAnswers: 3 });
  await followChanges({ store, collections: ['notes'], changes: index, log: createFakeLog() }).started;
});

const write = (id: string, data: { [name: string]: number }) =>
  store.commit([{ kind: 'set', path: `notes/${id}`, data }]);
const rankOf = async (id: string) => (await remembered.store.batchGet([`notes/${id}`]))[0]?.data.rank;

test('what one render read, the next one has without asking again', async () => {
  expect([await rankOf('a'), await rankOf('a')]).toEqual([1, 1]);
  expect((await remembered.store.runQuery(first)).map(({ path }) => path)).toEqual(['notes/a']);
  await remembered.store.runQuery({ ...first });
  expect(reads).toEqual({ documents: 1, queries: 1 });
});

test('a change is seen by the very next read, of documents and of queries', async () => {
  await rankOf('a');
  await remembered.store.runQuery(first);
  await write('a', { rank: 5 });
  await write('b', { rank: 2 });
  expect(await rankOf('a')).toBe(5);
  expect((await remembered.store.runQuery(first)).map(({ path }) => path)).toEqual(['notes/b']);
});

test('a change of something else leaves an answer as it is', async () => {
  await rankOf('a');
  await write('b', { rank: 2 });
  await rankOf('a');
  expect(reads.documents).toBe(1);
});

test('an answer that a change overtook is not kept', async () => {
  const reading = rankOf('a');
  await write('a', { rank: 7 });
  await reading;
  expect(await rankOf('a')).toBe(7);
});

test('nothing is kept of a read that failed', async () => {
  const failing = { ...store, batchGet: vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue([]) };
  const { store: reader } = rememberReads(failing, createReadIndex());
  await expect(reader.batchGet(['notes/a'])).rejects.toThrow('busy');
  expect(await reader.batchGet(['notes/a'])).toEqual([]);
});

test('the answers that were used last are kept, and no more than there is room for', async () => {
  for (const id of ['b', 'c', 'd']) await write(id, { rank: 1 });
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'd']) await rankOf(id);
  expect(reads.documents).toBe(4);
  await rankOf('b');
  expect(reads.documents).toBe(5);
});

test('what is given cannot be changed, as others are given the same', async () => {
  const [document] = await remembered.store.batchGet(['notes/a']);
  expect(() => Object.assign(document?.data ?? {}, { rank: 9 })).toThrow(TypeError);
});

test('the answers take no more bytes than they may, and a large one drives out no other', async () => {
  const long = defineCollection({
    name: 'texts',
    schema: z.strictObject({ text: z.string() }),
    indexes: [],
    policy: { read: 'public' },
  });
  const texts = createMemoryDocumentStore({ collections: [long] });
  for (let id = 0; id < 40; id++) {
    await texts.commit([{ kind: 'set', path: `texts/${id}`, data: { text: 'x'.repeat(id === 39 ? 9_000 : 1_000) } }]);
  }
  let asked = 0;
  const counting = {
    ...texts,
    batchGet(paths: `${string}/${string}`[]) {
      asked += 1;
      return texts.batchGet(paths);
    },
  };
  const { store: reader, bytes } = rememberReads(counting, createReadIndex(), { maxBytes: 40_000 });
  for (let id = 0; id < 40; id++) {
    await reader.batchGet([`texts/${id}`]);
    expect(bytes()).toBeLessThanOrEqual(40_000);
  }
  expect(bytes()).toBeGreaterThan(20_000);
  await reader.batchGet(['texts/38']);
  expect(asked).toBe(40);
  await reader.batchGet(['texts/39']);
  expect(asked).toBe(41);
});

test('an answer without a document is not kept: made-up addresses drive out nothing', async () => {
  await rankOf('a');
  for (let id = 0; id < 10; id++) await rankOf(`nobody-${id}`);
  await rankOf('a');
  expect(reads.documents).toBe(11);
});
