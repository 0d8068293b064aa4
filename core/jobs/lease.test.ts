import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import type { Collection } from '../documents/collection.ts';
import { jobs } from './jobs-collection.ts';
import { giveBackLease, takeLease } from './lease.ts';

const createStore = () => createMemoryDocumentStore({ collections: [jobs as Collection] });
const lease = (holder: string, now: number) => ({ name: 'work', holder, length: 100, now });

test('work belongs to one process until its time is over, and that one may keep it', async () => {
  const store = createStore();
  expect(await takeLease(store, lease('a', 0))).toBe(0);
  expect(await takeLease(store, lease('b', 40))).toBe(60);
  expect(await takeLease(store, lease('a', 50))).toBe(0);
  expect(await takeLease(store, lease('b', 149))).toBe(1);
  expect(await takeLease(store, lease('b', 150))).toBe(0);
  expect(await takeLease(store, lease('a', 151))).toBe(99);
});

test('work that is given back is free at once, and only its holder gives it back', async () => {
  const store = createStore();
  await takeLease(store, lease('a', 0));
  await giveBackLease(store, { name: 'work', holder: 'b' });
  expect(await takeLease(store, lease('b', 1))).toBe(99);
  await giveBackLease(store, { name: 'work', holder: 'a' });
  expect(await takeLease(store, lease('b', 1))).toBe(0);
});

test('of several that ask at once, one gets it', async () => {
  const store = createStore();
  const waits = await Promise.all(['a', 'b', 'c'].map((holder) => takeLease(store, lease(holder, 0))));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
});

test('a clock that is set back keeps work from others for one more lease, and not for as long as it went back', async () => {
  const store = createStore();
  const year = 365 * 24 * 3_600_000;
  await takeLease(store, lease('a', year));
  expect(await takeLease(store, lease('b', 0))).toBe(100);
  expect(await takeLease(store, lease('b', 60))).toBe(40);
  expect(await takeLease(store, lease('a', 70))).toBe(0);
  expect(await takeLease(store, lease('b', 169))).toBe(1);
  expect(await takeLease(store, lease('b', 170))).toBe(0);
});
