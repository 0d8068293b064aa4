import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { itemCards, items } from '../content/collections.ts';
import type { DocumentPath, DocumentStore } from '../documents/document-store.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { nextScheduledAt, runSchedules } from '../publishing/run-schedules.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '../publishing/schedule-item.ts';
import { addLanguage } from './create-item.ts';

const eva = person('editor', 'eva');

/** A store that runs a concurrent action right after an item was first read. */
function meanwhile(store: DocumentStore, id: string, action: () => Promise<unknown>): DocumentStore {
  let isDone = false;
  return {
    ...store,
    async batchGet(paths: DocumentPath[]) {
      const read = await store.batchGet(paths);
      if (isDone || !paths.includes(items.at(id).path)) return read;
      isDone = true;
      await action();
      return read;
    },
  };
}

async function createSite() {
  const site = createItemSite();
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno') });
  const target = { id: 'a', languages: ['es'], at: site.clock.time + 1000 };
  return { ...site, target };
}

test('an action that changes nothing does not overwrite the card of a concurrent change', async () => {
  const site = await createSite();
  const store = meanwhile(site.store, 'a', () => schedulePublish(site.dependencies, eva, site.target));
  expect(await addLanguage({ ...site.dependencies, store }, eva, { id: 'a', language: 'es' })).toMatchObject({
    ok: true,
  });
  expect(await site.card('a')).toMatchObject({ states: { es: 'scheduled' }, nextScheduleAt: site.target.at });
});

test('so does publishing what is public already', async () => {
  const site = await createSite();
  await publishItem(site.dependencies, eva, site.target);
  const store = meanwhile(site.store, 'a', () => scheduleUnpublish(site.dependencies, eva, site.target));
  await publishItem({ ...site.dependencies, drafts: undefined, store }, eva, site.target);
  expect(await site.card('a')).toMatchObject({ nextScheduleAt: site.target.at });
});

test('a card that says "due" of an item that has nothing due is made anew, and keeps nobody waiting', async () => {
  const site = await createSite();
  await site.putItem('b', 'not-found', { es: finishedLanguage('dos') });
  await schedulePublish(site.dependencies, eva, site.target);
  await schedulePublish(site.dependencies, eva, { ...site.target, id: 'b', at: site.target.at + 1 });
  const late = await site.card('a');
  await cancelSchedule(site.dependencies, eva, site.target);
  await site.store.commit([
    { kind: 'set', path: itemCards.at('a').path, data: { ...late } as never },
    { kind: 'set', path: itemCards.at('gone').path, data: { ...late, id: 'gone' } as never },
  ]);
  site.clock.time += 5000;
  const run = await runSchedules({ ...site.dependencies, actorOf: async () => eva });
  expect(run).toEqual({ done: 1, failed: 0, passedOver: 0 });
  expect((await site.card('b'))?.states).toMatchObject({ es: 'published' });
  expect((await site.card('a'))?.states).toMatchObject({ es: 'draft' });
  expect(await site.card('gone')).toBeUndefined();
  expect(await nextScheduledAt(site.store)).toBeUndefined();
});

test('an item that is changed at every look is passed over, and keeps nobody waiting', async () => {
  const site = await createSite();
  const { target } = site;
  const ana = person('editor', 'ana');
  await site.putItem('b', 'not-found', { es: finishedLanguage('dos') });
  await schedulePublish(site.dependencies, ana, target);
  await schedulePublish(site.dependencies, eva, { ...target, id: 'b', at: target.at + 1000 });
  const before = { ...site.dependencies, now: () => target.at - 1 };
  let looks = 0;
  const run = await runSchedules({
    ...site.dependencies,
    now: () => target.at + 5000,
    async actorOf(id) {
      if (id !== 'ana') return eva;
      await schedulePublish(before, ana, { ...target, at: target.at + ++looks });
      return ana;
    },
  });
  expect(run).toEqual({ done: 1, failed: 0, passedOver: 1 });
  expect((await site.card('b'))?.states).toMatchObject({ es: 'published' });
});
