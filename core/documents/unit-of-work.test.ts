import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { purgedItems } from '../content/collections.ts';
import type { DocumentPath, DocumentStore } from './document-store.ts';
import { MisfitDocument, PreconditionFailed } from './errors.ts';
import { getDocument, setDocument } from './typed-documents.ts';
import { UnitOfWork } from './unit-of-work.ts';

const ref = (id: string) => purgedItems.at(id);
const path = (id: string) => ref(id).path;
const set = (id: string, at = 1) => setDocument(ref(id), { at });

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
  const unit = new UnitOfWork(store);
  await unit.read([ref('there'), ref('absent'), ref('new')]);
  expect([unit.get(ref('there')), unit.get(ref('absent'))]).toEqual([{ at: 1 }, undefined]);
  unit.set(ref('new'), { at: 1 });
  beforeCommit(() => store.commit([change]));
  await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
  expect(await idsOf()).not.toContain('new');
});

test('what was only read, or only glanced at, guards nothing', async () => {
  const { store, beforeCommit, idsOf } = await createSite();
  const unit = new UnitOfWork(store);
  await unit.read([ref('there'), ref('other'), ref('new')]);
  expect(unit.peek(ref('other'))).toEqual({ at: 1 });
  unit.set(ref('new'), { at: 1 });
  beforeCommit(() => store.commit([set('there', 2), set('other', 2)]));
  await unit.commit();
  expect(await idsOf()).toContain('new');
});

test('a removal of what is not there guards that it does not come', async () => {
  const { store, beforeCommit } = await createSite();
  const unit = new UnitOfWork(store);
  await unit.read([ref('absent'), ref('there')]);
  unit.remove(ref('absent'));
  unit.set(ref('there'), { at: 5 });
  beforeCommit(() => store.commit([set('absent')]));
  await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
});

test('what was looked at for a part that came to nothing guards nothing', async () => {
  const { store, beforeCommit, idsOf } = await createSite();
  const unit = new UnitOfWork(store);
  const look = async (id: string) => {
    await unit.read([ref(id)]);
    return unit.get(ref(id)) !== undefined;
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
  await unit.read([ref('new')]);
  unit.set(ref('new'), { at: 1 });
  beforeCommit(() => store.commit([set('there', 2)]));
  await unit.commit();
  expect(await idsOf()).toContain('new');
  const later = new UnitOfWork(store);
  await later.read([ref('new')]);
  later.set(ref('new'), { at: 2 });
  await later.read([ref('other')]);
  expect(
    await later.attempt(
      async () => later.get(ref('other')),
      () => true,
    ),
  ).toEqual({ at: 1 });
  beforeCommit(() => store.commit([set('other', 2)]));
  await expect(later.commit()).rejects.toThrow(PreconditionFailed);
});

test('a document made from others fails with them, also where it stays as it is', async () => {
  const { store, beforeCommit } = await createSite();
  let count = 10;
  const derive = async (made: { at: number }) => {
    const unit = new UnitOfWork(store);
    await unit.read([ref('new')]);
    unit.set(ref('new'), { at: ++count });
    unit.derive(ref('other'), [ref('there'), ref('absent')], (look) => (look(ref('there')) ? made : undefined));
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
  expect(await unit.commit()).toBe(true);
});

test('a unit that writes nothing commits nothing, whatever it looked at', async () => {
  const { store } = await createSite();
  const commit = vi.spyOn(store, 'commit');
  const unit = new UnitOfWork(store);
  await unit.read([ref('there')]);
  unit.get(ref('there'));
  expect(await unit.commit()).toBe(false);
  expect(commit).not.toHaveBeenCalled();
});

describe('a document that does not fit its collection', () => {
  async function createUnit() {
    const former = { ...purgedItems, schema: z.looseObject({}) };
    const store = createMemoryDocumentStore({ collections: [former] });
    await store.commit([{ kind: 'set', path: path('former'), data: { since: 'long ago' } }, set('there')]);
    const unit = new UnitOfWork(store);
    await unit.read([ref('former'), ref('there')]);
    return { store, unit };
  }

  test.each(['get', 'peek'] as const)('is an error with its path for `%s`, each time', async (look) => {
    const { unit } = await createUnit();
    expect(() => unit[look](ref('former'))).toThrow(MisfitDocument);
    expect(() => unit[look](ref('former'))).toThrow(/^purged-items\/former does not fit its collection: at: /);
    expect(unit[look](ref('there'))).toEqual({ at: 1 });
  });

  test('is an error for what is derived from it, and nothing is written', async () => {
    const { unit, store } = await createUnit();
    const later = new UnitOfWork(store);
    later.derive(ref('new'), [ref('former')], (look) => look(ref('former')));
    await expect(later.commit()).rejects.toThrow(/^purged-items\/former /);
    unit.derive(ref('new'), [ref('former')], (look) => look(ref('former')));
    await expect(unit.commit()).rejects.toThrow(MisfitDocument);
    expect(await store.runQuery({ collection: 'purged-items' })).toHaveLength(2);
  });

  test('can be compared, replaced and removed', async () => {
    const { unit, store } = await createUnit();
    expect(unit.holds(ref('former'), { at: 1 })).toBe(false);
    unit.set(ref('former'), { at: 2 });
    expect(unit.get(ref('former'))).toEqual({ at: 2 });
    expect(unit.holds(ref('former'), { at: 2 })).toBe(true);
    await unit.commit();
    expect(await store.batchGet([path('former')])).toMatchObject([{ data: { at: 2 } }]);
    const other = await createUnit();
    other.unit.remove(ref('former'));
    await other.unit.commit();
    expect(await other.store.batchGet([path('former')])).toEqual([undefined]);
  });
});

test('a document that was read before is not read again, and guards the commit as it was read', async () => {
  const { store, idsOf } = await createSite();
  const known = await getDocument(store, ref('there'));
  const read: DocumentPath[] = [];
  const counting: DocumentStore = {
    ...store,
    batchGet(paths) {
      read.push(...paths);
      return store.batchGet(paths);
    },
  };
  const unit = new UnitOfWork(counting, known ? [{ ref: ref('there'), data: known.data, version: known.version }] : []);
  await unit.read([ref('there'), ref('new')]);
  expect(read).toEqual([path('new')]);
  expect(unit.get(ref('there'))).toEqual({ at: 1 });
  unit.set(ref('new'), { at: 1 });
  await store.commit([set('there', 2)]);
  await expect(unit.commit()).rejects.toThrow(PreconditionFailed);
  expect(await idsOf()).not.toContain('new');
});
