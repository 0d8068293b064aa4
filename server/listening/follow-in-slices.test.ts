import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { followInSlices } from './follow-in-slices.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.strictObject({ rank: z.number() }),
  indexes: [],
  policy: { read: 'public' },
});

/** Copies notes into a map; `failures` are the indexes of failing calls, including the initial build. */
function follow(failures: readonly number[]) {
  const store = createMemoryDocumentStore({ collections: [notes] });
  const taken = new Map<string, unknown>();
  const errors: unknown[] = [];
  let turn = 0;
  function failIfAsked() {
    turn += 1;
    if (failures.includes(turn)) throw new Error(`busy ${turn}`);
  }
  const following = followInSlices({
    store,
    collection: 'notes',
    retryAfter: 1,
    async build() {
      failIfAsked();
      for (const { path, data } of await store.runQuery({ collection: 'notes' })) taken.set(path, data.rank);
      return [];
    },
    async update(changes) {
      failIfAsked();
      const documents = await store.batchGet(changes.map(({ path }) => path));
      for (const [n, { path }] of changes.entries()) taken.set(path, documents[n]?.data.rank);
    },
    onFailure: (error) => errors.push(error),
    onBreak: (error) => errors.push(error),
  });
  onTestFinished(() => following.stop());
  const write = (id: string, rank: number) => store.commit([{ kind: 'set', path: `notes/${id}`, data: { rank } }]);
  return { following, taken, errors, write };
}

test('what could not be taken in is taken in later', async () => {
  const { following, taken, errors, write } = follow([2]);
  await following.ready;
  await write('a', 1);
  await eventually(() => expect(taken.get('notes/a')).toBe(1));
  expect(errors).toEqual([new Error('busy 2')]);
});

test('what came after what failed is not overtaken by it', async () => {
  const { following, taken, errors, write } = follow([2, 3]);
  await following.ready;
  await write('a', 1);
  await write('a', 2);
  await write('b', 1);
  await eventually(() =>
    expect([...taken].sort()).toEqual([
      ['notes/a', 2],
      ['notes/b', 1],
    ]),
  );
  expect(errors.length).toBeGreaterThan(0);
});

test('a first fill that failed is done again', async () => {
  const { following, taken, errors, write } = follow([1]);
  await write('a', 1);
  await following.ready;
  await eventually(() => expect(taken.get('notes/a')).toBe(1));
  expect(errors).toEqual([new Error('busy 1')]);
});
