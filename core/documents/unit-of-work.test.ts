import { expect, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections } from '../../test/helpers/create-content-site.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import type { DocumentPath, Write } from './document-store.ts';
import { PreconditionFailed } from './errors.ts';
import { createUnitOfWork } from './unit-of-work.ts';

const path = (id: string): DocumentPath => `purged-items/${id}`;
const set = (id: string, at = 1): Write => ({ kind: 'set', path: path(id), data: { at } });

async function createSite() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  await store.commit([set('there'), set('other')]);
  const idsOf = async () => (await store.runQuery({ collection: 'purged-items' })).map(({ path }) => path.slice(13));
  return { store, beforeCommit, idsOf };
}

test.each([
  ['changes', set('there', 2)],
  ['goes', { kind: 'delete', path: path('there') } as const],
  ['comes', set('absent')],
])('a unit fails when a document that it looked at %s before it commits, and nothing is written', async (_, change) => {
  const { store, beforeCommit, idsOf } = await createSite();
  const unit = createUnitOfWork(store);
  await unit.read([path('there'), path('absent'), path('new')]);
  expect([unit.get(path('there')), unit.get(path('absent'))]).toEqual([{ at: 1 }, undefined]);
  unit.set(path('new'), { at: 1 });
  beforeCommit(() => store.commit([change]));
  await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
  expect(await idsOf()).not.toContain('new');
});

test('what was only read, or only glanced at, guards nothing', async () => {
  const { store, beforeCommit, idsOf } = await createSite();
  const unit = createUnitOfWork(store);
  await unit.read([path('there'), path('other'), path('new')]);
  expect(unit.peek(path('other'))).toEqual({ at: 1 });
  unit.set(path('new'), { at: 1 });
  beforeCommit(() => store.commit([set('there', 2), set('other', 2)]));
  await unit.commit();
  expect(await idsOf()).toContain('new');
});

test('a removal of what is not there guards that it does not come', async () => {
  const { store, beforeCommit } = await createSite();
  const unit = createUnitOfWork(store);
  await unit.read([path('absent'), path('there')]);
  unit.remove(path('absent'));
  unit.set(path('there'), { at: 5 });
  beforeCommit(() => store.commit([set('absent')]));
  await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
});

test('what was looked at for a part that came to nothing guards nothing', async () => {
  const { store, beforeCommit, idsOf } = await createSite();
  const unit = createUnitOfWork(store);
  const look = async (id: string) => {
    await unit.read([path(id)]);
    return unit.get(path(id)) !== undefined;
  };
  expect(
    await unit.attempt(
      () => look('there'),
      () => false,
    ),
  ).toBe(true);
  expect(
    await unit.attempt(
      () => look('other'),
      (isThere) => isThere,
    ),
  ).toBe(true);
  await unit.read([path('new')]);
  unit.set(path('new'), { at: 1 });
  beforeCommit(() => store.commit([set('there', 2)]));
  await unit.commit();
  expect(await idsOf()).toContain('new');
  const later = createUnitOfWork(store);
  await later.read([path('new')]);
  later.set(path('new'), { at: 2 });
  await later.read([path('other')]);
  expect(
    await later.attempt(
      async () => later.get(path('other')),
      () => true,
    ),
  ).toEqual({ at: 1 });
  beforeCommit(() => store.commit([set('other', 2)]));
  await expect(later.commit()).rejects.toThrow(PreconditionFailed);
});

test('a document made from others fails with them, also where it stays as it is', async () => {
  const { store, beforeCommit } = await createSite();
  let count = 10;
  const derive = async (made: object) => {
    const unit = createUnitOfWork(store);
    await unit.read([path('new')]);
    unit.set(path('new'), { at: ++count });
    unit.derive(path('other'), [path('there'), path('absent')], (look) => (look(path('there')) ? made : undefined));
    return unit;
  };
  for (const made of [{ at: 1 }, { at: 7 }]) {
    const unit = await derive(made);
    beforeCommit(() => store.commit([set('there', 2)]));
    await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
  }
  const unit = await derive({ at: 7 });
  // The unit did not read this document.
  beforeCommit(() => store.commit([set('absent')]));
  expect(await unit.commit()).toBeGreaterThan(0);
});

test('a unit that writes nothing commits nothing, whatever it looked at', async () => {
  const { store } = await createSite();
  const commit = vi.spyOn(store, 'commit');
  const unit = createUnitOfWork(store);
  await unit.read([path('there')]);
  unit.get(path('there'));
  expect(await unit.commit()).toBeUndefined();
  expect(commit).not.toHaveBeenCalled();
});
