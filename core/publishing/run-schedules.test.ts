import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createScheduleSite } from '../../test/helpers/content/create-schedule-site.ts';
import type { Actor } from '../access/actor.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { InvalidWrite, StoreUnavailable } from '../documents/errors.ts';
import { publishItem } from './publish-item.ts';
import { runSchedules } from './run-schedules.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from './schedule-item.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };

describe('a change while a scheduled action is performed', () => {
  test.each(['publish', 'unpublish'] as const)('leaves out a cancelled language: %s', async (action) => {
    const site = await createScheduleSite();
    const target = { id: 'a', languages: ['es', 'en'], at: site.at };
    if (action === 'publish') await schedulePublish(site.dependencies, eva, target, accept);
    else {
      await publishItem(site.dependencies, eva, target, accept);
      await scheduleUnpublish(site.dependencies, eva, target);
    }
    site.clock.time = site.at;
    const called = { ...target, languages: ['en'] };
    const run = await site.run(async () => void (await cancelSchedule(site.dependencies, eva, called)));
    expect(run).toEqual({ done: 1, failed: 0, passedOver: 0 });
    const [done, left] = action === 'publish' ? ['published', 'draft'] : ['draft', 'published'];
    expect(await site.states()).toEqual({ es: done, en: left });
    expect((await site.audited()).map(({ action: name }) => name)).not.toContain('item.schedule-failed');
  });

  test('keeps the new time if the action at the former one fails', async () => {
    const site = await createScheduleSite();
    const target = { id: 'a', languages: ['es'], at: site.at };
    await schedulePublish(site.dependencies, eva, target);
    site.people.clear();
    site.clock.time = site.at;
    const later = { ...target, at: site.at + 1000 };
    const run = await site.run(async () => void (await schedulePublish(site.dependencies, eva, later)));
    expect(run).toEqual({ done: 0, failed: 0, passedOver: 0 });
    expect(await site.schedule('es')).toEqual({ publishAt: later.at, publishBy: { id: 'eva', name: 'EVA' } });
    expect((await site.audited()).map(({ action }) => action)).not.toContain('item.schedule-failed');
  });
});

describe('an item whose action throws', () => {
  async function createTwo(store?: DocumentStore) {
    const site = await createScheduleSite(store);
    await site.putItem('b', 'not-found', { es: finishedLanguage('dos') });
    for (const id of ['a', 'b']) {
      const at = id === 'a' ? site.at : site.at + 1;
      await schedulePublish(site.dependencies, eva, { id, languages: ['es'], at });
    }
    site.clock.time = site.at + 1000;
    const { settle } = site.drafts;
    const breakWith = (error: Error | undefined) => {
      site.drafts.settle = async (id) => {
        if (id === 'a' && error) throw error;
        return settle(id);
      };
    };
    return { ...site, breakWith, stateOf: async (id: string) => (await site.card(id))?.states.es };
  }

  test('is reported, and other items are still published', async () => {
    const site = await createTwo();
    site.breakWith(new InvalidWrite('too long'));
    const broken: string[] = [];
    const run = await runSchedules(
      { ...site.dependencies, actorOf: async () => eva },
      { onError: (error, id) => broken.push(`${id}: ${(error as Error).message}`) },
    );
    expect(run).toEqual({ done: 1, failed: 1, passedOver: 0 });
    expect(broken).toEqual(['a: too long']);
    expect(await site.schedule('es')).toMatchObject({ failed: { action: 'publish', reason: 'invalid', codes: [] } });
    expect([await site.stateOf('a'), await site.stateOf('b')]).toEqual(['draft', 'published']);
  });

  test('does not delay other items even if its failure cannot be stored', async () => {
    let isBroken = false;
    const { store } = createItemSite();
    const site = await createTwo({
      ...store,
      async commit(writes) {
        if (isBroken && writes.some(({ path }) => path === 'items/a')) throw new InvalidWrite('too long');
        return store.commit(writes);
      },
    });
    isBroken = true;
    expect(await site.run()).toEqual({ done: 1, failed: 0, passedOver: 1 });
    expect([await site.stateOf('a'), await site.stateOf('b')]).toEqual(['scheduled', 'published']);
  });

  test('is retried if only the store was unavailable', async () => {
    const site = await createTwo();
    site.breakWith(new StoreUnavailable('disk full'));
    await expect(site.run()).rejects.toThrow(StoreUnavailable);
    site.breakWith(undefined);
    expect(await site.run()).toEqual({ done: 2, failed: 0, passedOver: 0 });
  });
});

describe('a scheduled action that fails', () => {
  test('is stored on the item and in the audit log if checks fail, and is not retried', async () => {
    const site = await createScheduleSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    await site.drafts.changeLanguage('a', 'es', { title: '' }, { id: 'eva', name: 'Eva' });
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 0, failed: 1, passedOver: 0 });
    expect(await site.states()).toMatchObject({ es: 'draft' });
    expect(await site.schedule('es')).toEqual({
      failed: { action: 'publish', at: site.at, reason: 'invalid', codes: ['title-missing'] },
    });
    expect((await site.card('a'))?.languages.es?.schedule?.failed?.reason).toBe('invalid');
    expect((await site.audited()).at(-1)).toMatchObject({
      action: 'item.schedule-failed',
      actor: { kind: 'system' },
      details: { reason: 'invalid', onBehalfOf: 'EVA' },
    });
    expect(await site.run()).toEqual({ done: 0, failed: 0, passedOver: 0 });
  });

  test.each([
    ['is no longer an editor', person('author', 'eva')],
    ['was suspended', { ...eva, disabled: true } as Actor],
    ['no longer has an account', undefined],
  ])('is refused if its author %s', async (_, actor) => {
    const site = await createScheduleSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    site.people.clear();
    if (actor) site.people.set('eva', actor);
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 0, failed: 1, passedOver: 0 });
    expect(await site.schedule('es')).toMatchObject({ failed: { reason: 'forbidden', codes: [] } });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
  });

  test('is removed when a new time is set', async () => {
    const site = await createScheduleSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    site.people.clear();
    site.clock.time = site.at;
    await site.run();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at + 1000 });
    expect(await site.schedule('es')).toEqual({ publishAt: site.at + 1000, publishBy: { id: 'eva', name: 'EVA' } });
  });
});
