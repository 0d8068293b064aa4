import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/create-item-site.ts';
import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/forbidden.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { InvalidWrite, StoreUnavailable } from '../documents/errors.ts';
import { publishItems, unpublishItems } from './publish-items.ts';
import { nextScheduledAt, runSchedules } from './run-schedules.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from './schedule-item.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };

async function createSite(store?: DocumentStore) {
  const site = createItemSite(store);
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
  const people = new Map<string, Actor>([['eva', eva]]);
  const at = site.clock.time + 1000;
  return {
    ...site,
    people,
    at,
    /** @param meanwhile runs after an action was found to be due */
    run: (meanwhile = async () => {}) =>
      runSchedules({
        ...site.dependencies,
        async actorOf(id) {
          await meanwhile();
          return people.get(id);
        },
      }),
    states: async () => (await site.card('a'))?.states,
    schedule: async (language: string) => (await site.getItem('a')).data.languages[language]?.schedule,
  };
}

describe('scheduling', () => {
  test('has languages published together when their time comes, on behalf of whoever asked', async () => {
    const site = await createSite();
    const target = { id: 'a', languages: ['es', 'en'], at: site.at };
    expect(await schedulePublish(site.dependencies, eva, target, accept)).toMatchObject({ ok: true });
    expect(await site.states()).toEqual({ es: 'scheduled', en: 'scheduled' });
    expect(await nextScheduledAt(site.store)).toBe(site.at);
    site.clock.time = site.at - 1;
    expect(await site.run()).toEqual({ done: 0, failed: 0, passedOver: 0 });
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 1, failed: 0, passedOver: 0 });
    expect(await site.states()).toEqual({ es: 'published', en: 'published' });
    expect(await site.schedule('es')).toBeUndefined();
    expect(await nextScheduledAt(site.store)).toBeUndefined();
    expect((await site.audited()).at(-1)).toMatchObject({
      action: 'item.published',
      actor: { kind: 'system' },
      details: { onBehalfOf: 'EVA', languages: ['es', 'en'] },
    });
  });

  test('publishes what the draft says by then, and takes it off again in its time', async () => {
    const site = await createSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    const until = { id: 'a', languages: ['es'], at: site.at + 1000 };
    expect(await scheduleUnpublish(site.dependencies, eva, until)).toMatchObject({ ok: true });
    await site.drafts.changeLanguage('a', 'es', { title: 'Al final' }, { id: 'eva', name: 'Eva' });
    site.clock.time = site.at;
    await site.run();
    expect(await site.content.resolve('es', 'not-found', 'uno')).toMatchObject({ publication: { title: 'Al final' } });
    expect(await site.schedule('es')).toMatchObject({ unpublishAt: site.at + 1000 });
    site.clock.time = site.at + 1000;
    await site.run();
    expect(await site.states()).toMatchObject({ es: 'draft' });
  });

  test('does what fell due long ago in its order', async () => {
    const site = await createSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at + 1000 });
    site.clock.time = site.at + 5000;
    expect(await site.run()).toEqual({ done: 2, failed: 0, passedOver: 0 });
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'draft', revision: 1 });
  });

  test('refuses errors, warnings that were not accepted, the past, and an end before the beginning', async () => {
    const site = await createSite();
    const target = { id: 'a', languages: ['es', 'en'], at: site.at };
    expect(await schedulePublish(site.dependencies, eva, target)).toMatchObject({
      reason: 'checks',
      checks: expect.arrayContaining([expect.objectContaining({ code: 'translation-stale' })]),
    });
    const past = { ...target, at: site.clock.time };
    expect(await schedulePublish(site.dependencies, eva, past, accept)).toMatchObject({ reason: 'past' });
    expect(await schedulePublish(site.dependencies, eva, past)).toEqual({ ok: false, reason: 'past' });
    const other = { ...target, languages: ['fr'] };
    expect(await schedulePublish(site.dependencies, eva, other, accept)).toMatchObject({ reason: 'language-missing' });
    await schedulePublish(site.dependencies, eva, target, accept);
    expect(await scheduleUnpublish(site.dependencies, eva, target)).toMatchObject({ reason: 'order' });
    for (const action of [schedulePublish, scheduleUnpublish, cancelSchedule]) {
      await expect(action(site.dependencies, person('author'), target)).rejects.toThrow(Forbidden);
    }
  });

  test('stays where somebody publishes or unpublishes what is so already, and is done in its time', async () => {
    const site = await createSite();
    const target = { id: 'a', languages: ['es'], at: site.at };
    await publishItems(site.dependencies, eva, [target]);
    await schedulePublish(site.dependencies, eva, target);
    await scheduleUnpublish(site.dependencies, eva, { ...target, at: site.at + 1000 });
    const planned = await site.schedule('es');
    expect(await publishItems(site.dependencies, eva, [target])).toMatchObject({ published: [{ changed: [] }] });
    expect(await site.schedule('es')).toEqual(planned);
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 1, failed: 0, passedOver: 0 });
    expect(await site.schedule('es')).toEqual({
      unpublishAt: site.at + 1000,
      unpublishBy: { id: 'eva', name: 'EVA' },
    });
    await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['en'], at: site.at + 1000 });
    await unpublishItems(site.dependencies, eva, [{ id: 'a', languages: ['en'] }]);
    expect(await site.schedule('en')).toMatchObject({ unpublishAt: site.at + 1000 });
    site.clock.time = site.at + 1000;
    expect(await site.run()).toMatchObject({ failed: 0, passedOver: 0 });
    expect([await site.schedule('es'), await site.schedule('en')]).toEqual([undefined, undefined]);
  });

  test('is called off, or by publishing or unpublishing before', async () => {
    const site = await createSite();
    const target = { id: 'a', languages: ['es'], at: site.at };
    await schedulePublish(site.dependencies, eva, target);
    expect(await cancelSchedule(site.dependencies, eva, target)).toMatchObject({ ok: true });
    expect(await site.states()).toMatchObject({ es: 'draft' });
    await schedulePublish(site.dependencies, eva, target);
    await publishItems(site.dependencies, eva, [target]);
    expect(await site.schedule('es')).toBeUndefined();
    await scheduleUnpublish(site.dependencies, eva, target);
    expect(await site.states()).toMatchObject({ es: 'published' });
    await unpublishItems(site.dependencies, eva, [target]);
    expect(await site.schedule('es')).toBeUndefined();
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 0, failed: 0, passedOver: 0 });
  });
});

describe('two actions', () => {
  const ben = person('editor', 'ben');

  test('are each done on behalf of whoever asked for it', async () => {
    const site = await createSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    await scheduleUnpublish(site.dependencies, ben, { id: 'a', languages: ['es'], at: site.at + 1000 });
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 1, failed: 0, passedOver: 0 });
    expect(await site.schedule('es')).toEqual({
      unpublishAt: site.at + 1000,
      unpublishBy: { id: 'ben', name: 'BEN' },
    });
    site.clock.time = site.at + 1000;
    expect(await site.run()).toEqual({ done: 0, failed: 1, passedOver: 0 });
    expect((await site.audited()).at(-1)).toMatchObject({ details: { reason: 'forbidden', onBehalfOf: 'BEN' } });
  });

  test('that are put down to one person, in the former form, are both done on their behalf', async () => {
    const site = await createSite();
    const schedule = { publishAt: site.at, unpublishAt: site.at + 1000, by: { id: 'eva', name: 'EVA' } };
    await site.editItem('a', (item) => ({
      ...item,
      languages: { ...item.languages, es: finishedLanguage('uno', { state: 'scheduled', schedule }) },
    }));
    await schedulePublish(site.dependencies, ben, { id: 'a', languages: ['es'], at: site.at - 1 });
    expect(await site.schedule('es')).toMatchObject({ publishBy: { id: 'ben' }, unpublishBy: { id: 'eva' } });
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    site.clock.time = site.at + 1000;
    expect(await site.run()).toEqual({ done: 2, failed: 0, passedOver: 0 });
  });
});

describe('what is changed while it falls due', () => {
  test.each(['publish', 'unpublish'] as const)('is not done once it was called off: %s', async (action) => {
    const site = await createSite();
    const target = { id: 'a', languages: ['es', 'en'], at: site.at };
    if (action === 'publish') await schedulePublish(site.dependencies, eva, target, accept);
    else {
      await publishItems(site.dependencies, eva, [target], accept);
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

  test('keeps the time that it was given anew, when the former one fails', async () => {
    const site = await createSite();
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

describe('an item that breaks', () => {
  async function createTwo(store?: DocumentStore) {
    const site = await createSite(store);
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

  test('is told of, and what others have planned is done', async () => {
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

  test('keeps nobody waiting either when it cannot be told of', async () => {
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

  test('is tried again where only the store was not there', async () => {
    const site = await createTwo();
    site.breakWith(new StoreUnavailable('disk full'));
    await expect(site.run()).rejects.toThrow(StoreUnavailable);
    site.breakWith(undefined);
    expect(await site.run()).toEqual({ done: 2, failed: 0, passedOver: 0 });
  });
});

describe('what fell due and cannot be done', () => {
  test('tells on the item and on record when the checks find errors by then, and is not tried again', async () => {
    const site = await createSite();
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
    ['is no editor any more', person('author', 'eva')],
    ['was suspended', { ...eva, disabled: true } as Actor],
    ['has no account any more', undefined],
  ])('is refused when whoever asked %s', async (_, actor) => {
    const site = await createSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    site.people.clear();
    if (actor) site.people.set('eva', actor);
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 0, failed: 1, passedOver: 0 });
    expect(await site.schedule('es')).toMatchObject({ failed: { reason: 'forbidden', codes: [] } });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
  });

  test('is forgotten when a new time is set', async () => {
    const site = await createSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    site.people.clear();
    site.clock.time = site.at;
    await site.run();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at + 1000 });
    expect(await site.schedule('es')).toEqual({ publishAt: site.at + 1000, publishBy: { id: 'eva', name: 'EVA' } });
  });
});
