import { expect, test } from 'vitest';
import { commitAside } from './commit-aside.ts';
import type { Committed } from './document-store.ts';
import { PreconditionFailed, StoreUnavailable } from './errors.ts';

const commitWith = (commit: () => Promise<Committed>) => commitAside({ commit }, []);

test('tells that it is written', async () => {
  expect(await commitWith(async () => ({ versions: [1] }))).toBe(true);
});

test('goes on without it where the store cannot be written, or does not answer', async () => {
  expect(await commitWith(() => Promise.reject(new StoreUnavailable('locked')))).toBe(false);
  expect(await commitWith(() => new Promise(() => {}))).toBe(false);
});

test('throws anything else', async () => {
  const failure = new PreconditionFailed('things/one', 'is gone');
  await expect(commitWith(() => Promise.reject(failure))).rejects.toBe(failure);
});
