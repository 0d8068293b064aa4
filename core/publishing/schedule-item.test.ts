import { describe, expect, test } from 'vitest';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { createScheduleSite } from '../../test/helpers/content/create-schedule-site.ts';
import { Forbidden } from '../access/policy.ts';
import { publishItem, unpublishItem } from './publish-item.ts';
import { nextScheduledAt } from './run-schedules.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from './schedule-item.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };

describe('scheduling', () => {
  test('publishes languages together when they are due, on behalf of the author', async () => {
    const site = await createScheduleSite();
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

  test('publishes the draft as it is when it is due, and unpublishes it at its time', async () => {
    const site = await createScheduleSite();
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

  test('performs overdue actions in their order', async () => {
    const site = await createScheduleSite();
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at });
    await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at + 1000 });
    site.clock.time = site.at + 5000;
    expect(await site.run()).toEqual({ done: 2, failed: 0, passedOver: 0 });
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'draft', revision: 1 });
  });

  test('refuses errors, warnings that were not accepted, the past, and an end before the beginning', async () => {
    const site = await createScheduleSite();
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

  test('is kept if publishing or unpublishing has no effect, and is performed when it is due', async () => {
    const site = await createScheduleSite();
    const target = { id: 'a', languages: ['es'], at: site.at };
    await publishItem(site.dependencies, eva, target);
    await schedulePublish(site.dependencies, eva, target);
    await scheduleUnpublish(site.dependencies, eva, { ...target, at: site.at + 1000 });
    const planned = await site.schedule('es');
    expect(await publishItem(site.dependencies, eva, target)).toMatchObject({ changed: [] });
    expect(await site.schedule('es')).toEqual(planned);
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 1, failed: 0, passedOver: 0 });
    expect(await site.schedule('es')).toEqual({
      unpublishAt: site.at + 1000,
      unpublishBy: { id: 'eva', name: 'EVA' },
    });
    await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['en'], at: site.at + 1000 });
    await unpublishItem(site.dependencies, eva, { id: 'a', languages: ['en'] });
    expect(await site.schedule('en')).toMatchObject({ unpublishAt: site.at + 1000 });
    site.clock.time = site.at + 1000;
    expect(await site.run()).toMatchObject({ failed: 0, passedOver: 0 });
    expect([await site.schedule('es'), await site.schedule('en')]).toEqual([undefined, undefined]);
  });

  test('is cancelled, or ends when somebody publishes or unpublishes before', async () => {
    const site = await createScheduleSite();
    const target = { id: 'a', languages: ['es'], at: site.at };
    await schedulePublish(site.dependencies, eva, target);
    expect(await cancelSchedule(site.dependencies, eva, target)).toMatchObject({ ok: true });
    expect(await site.states()).toMatchObject({ es: 'draft' });
    await schedulePublish(site.dependencies, eva, target);
    await publishItem(site.dependencies, eva, target);
    expect(await site.schedule('es')).toBeUndefined();
    await scheduleUnpublish(site.dependencies, eva, target);
    expect(await site.states()).toMatchObject({ es: 'published' });
    await unpublishItem(site.dependencies, eva, target);
    expect(await site.schedule('es')).toBeUndefined();
    site.clock.time = site.at;
    expect(await site.run()).toEqual({ done: 0, failed: 0, passedOver: 0 });
  });
});

describe('two scheduled actions', () => {
  const ben = person('editor', 'ben');

  test('are each performed on behalf of their author', async () => {
    const site = await createScheduleSite();
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
});
