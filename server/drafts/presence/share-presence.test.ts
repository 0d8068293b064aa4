import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { type PersonInDraft, presence } from '#core/drafts/presence.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { beginLife, livedBy } from '../../../test/helpers/drafts/mortal.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { sharePresence } from './share-presence.ts';

const ana: PersonInDraft = { draft: 'item/a/es', id: 'ana', name: 'Ana', canWrite: true };

function createInstances() {
  const store = createMemoryDocumentStore({ collections: [presence] });
  const commit = vi.spyOn(store, 'commit');
  const begin = () => {
    const life = beginLife();
    let own: PersonInDraft[] = [];
    const instance = sharePresence({
      store: livedBy(store, life),
      own: () => own,
      onOthers: () => {},
      log: createFakeLog(),
      times: { gather: 5, renew: 40, expire: 400 },
    });
    onTestFinished(async () => {
      if (!life.isOver) await instance.close();
    });
    const has = (...people: PersonInDraft[]) => {
      own = people;
      instance.changed();
    };
    const kill = () => {
      life.isOver = true;
    };
    return { ...instance, has, kill };
  };
  const stored = async () => (await store.runQuery({ collection: 'presence' })).length;
  return { begin, stored, commit };
}

test('an instance knows the people at the others, those who were there before it began included', async () => {
  const { begin, stored } = createInstances();
  const first = begin();
  first.has(ana);
  await eventually(async () => expect(await stored()).toBe(1));
  const second = begin();
  await eventually(() => expect(second.others()).toEqual([ana]));
  expect(first.others()).toEqual([]);
  first.has({ ...ana, place: 'title' });
  await eventually(() => expect(second.others()).toEqual([{ ...ana, place: 'title' }]));
  first.has();
  await eventually(() => expect(second.others()).toEqual([]));
  expect(await stored()).toBe(0);
});

test('an instance that ends takes its people with it, at once or when it is not renewed any more', async () => {
  const { begin, stored } = createInstances();
  const [first, second, third] = [begin(), begin(), begin()];
  first.has(ana);
  second.has(ana);
  await eventually(() => expect(third.others()).toHaveLength(2));
  await first.close();
  await eventually(() => expect(third.others()).toHaveLength(1));
  second.kill();
  await eventually(() => expect(third.others()).toEqual([]));
  await eventually(async () => expect(await stored()).toBe(0));
});

test('where nobody has a draft open, nothing is written', async () => {
  const { begin, commit } = createInstances();
  const instance = begin();
  instance.changed();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(commit).not.toHaveBeenCalled();
});
