import { describe, expect, onTestFinished, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import { createClockWatch } from '#core/clock/clock-watch.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { trashItem } from '#core/items/trash-item.ts';
import { schedulePublish } from '#core/publishing/schedule-item.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startScheduler } from './scheduler.ts';

const eva = person('editor', 'eva');
const DAY = 24 * 3_600_000;

/** A site with a clock that the test controls. */
function createWorkshop() {
  const site = createItemSite();
  const alarms = new Set<{ at: number; ring: () => void }>();
  const people = new Map<string, Actor>([['eva', eva]]);
  const log = createFakeLog();
  /** The offset of the wall clock. */
  let set = 0;
  const clockWatch = createClockWatch({ now: () => site.clock.time, steady: () => site.clock.time - set });
  const start = () => {
    const scheduler = startScheduler({
      ...site.dependencies,
      log,
      actorOf: async (id) => people.get(id),
      clockWatch,
      setAlarm(milliseconds, ring) {
        const alarm = { at: site.clock.time + milliseconds, ring };
        alarms.add(alarm);
        return () => alarms.delete(alarm);
      },
    });
    onTestFinished(() => scheduler.stop());
    return scheduler;
  };
  const schedule = async (id: string, at: number) => {
    const outcome = await schedulePublish(site.dependencies, eva, { id, languages: ['es'], at });
    expect(outcome).toMatchObject({ ok: true });
  };
  return {
    ...site,
    log,
    start,
    schedule,
    state: async (id: string) => (await site.card(id))?.states.es,
    /** Sets the wall clock; no time passes. */
    setClock(by: number) {
      set += by;
      site.clock.time += by;
      for (const alarm of alarms) alarm.at += by;
    },
    moveTo(time: number) {
      site.clock.time = time;
      for (const alarm of [...alarms].filter(({ at }) => at <= time)) {
        alarms.delete(alarm);
        alarm.ring();
      }
    },
  };
}

describe('the scheduler', () => {
  test('publishes at the time that was set while it ran, and not before', async () => {
    const site = createWorkshop();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const scheduler = site.start();
    await scheduler.idle();
    const at = site.clock.time + 10 * 60_000;
    await site.schedule('a', at);
    for (let time = site.clock.time; time < at; time += 50_000) {
      site.moveTo(time);
      await scheduler.idle();
      expect(await site.state('a')).toBe('scheduled');
    }
    site.moveTo(at);
    await eventually(async () => expect(await site.state('a')).toBe('published'));
  });

  test('does at the start what fell due while it was down', async () => {
    const site = createWorkshop();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await site.schedule('a', site.clock.time + 1000);
    site.clock.time += DAY;
    await site.start().idle();
    expect(await site.state('a')).toBe('published');
  });

  test('does each action once where several processes stand ready', async () => {
    const site = createWorkshop();
    const ids = Array.from({ length: 8 }, (_, index) => `item-${index}`);
    for (const id of ids) await site.putItem(id, 'notice', { es: finishedLanguage(id) });
    const at = site.clock.time + 1000;
    for (const id of ids) await site.schedule(id, at);
    const schedulers = [site.start(), site.start(), site.start()];
    await Promise.all(schedulers.map((scheduler) => scheduler.idle()));
    site.moveTo(at);
    await eventually(async () => {
      for (const id of ids) expect(await site.state(id)).toBe('published');
    });
    await Promise.all(schedulers.map((scheduler) => scheduler.idle()));
    for (const id of ids) expect((await site.getItem(id)).data.languages.es?.revision).toBe(1);
    const published = (await site.audited()).filter(({ action }) => action === 'item.published');
    expect(published).toHaveLength(ids.length);
  });

  test('looks again after a while at what could not even be told of, and calls it so', async () => {
    const site = createWorkshop();
    for (const id of ['a', 'b']) await site.putItem(id, 'notice', { es: finishedLanguage(id) });
    await site.schedule('a', site.clock.time + 1_000);
    await site.schedule('b', site.clock.time + 30_000);
    const { commit } = site.store;
    site.store.commit = async (writes) => {
      if (writes.some(({ path }) => path === 'items/a')) throw new InvalidWrite('too long');
      return commit(writes);
    };
    const { log } = site;
    const scheduler = site.start();
    await scheduler.idle();
    site.moveTo(site.clock.time + 1_000);
    await scheduler.idle();
    const told = log.errors.length;
    expect(log.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining('could not be stored'));
    site.moveTo(site.clock.time + 20_000);
    await scheduler.idle();
    expect(log.errors).toHaveLength(told);
    site.moveTo(site.clock.time + 9_000);
    await scheduler.idle();
    expect([await site.state('a'), await site.state('b')]).toEqual(['scheduled', 'published']);
  });

  test('does nothing a year early when the clock is set forward and back again', async () => {
    const site = createWorkshop();
    for (const id of ['a', 'b']) await site.putItem(id, 'notice', { es: finishedLanguage(id) });
    await trashItem(site.dependencies, eva, { id: 'b' });
    const scheduler = site.start();
    await scheduler.idle();
    const at = site.clock.time + 90 * DAY;
    await site.schedule('a', at);
    site.setClock(365 * DAY);
    for (let minute = 0; minute < 10; minute++) {
      site.moveTo(site.clock.time + 60_000);
      await scheduler.idle();
    }
    expect([await site.state('a'), (await site.card('b'))?.place]).toEqual(['scheduled', 'trash']);
    site.setClock(-365 * DAY);
    site.moveTo(site.clock.time + 60_000);
    await scheduler.idle();
    expect(await site.state('a')).toBe('scheduled');
    site.moveTo(at);
    await eventually(async () => expect(await site.state('a')).toBe('published'));
  });

  test('follows a clock that was set forward once it stays so', async () => {
    const site = createWorkshop();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const scheduler = site.start();
    await scheduler.idle();
    await site.schedule('a', site.clock.time + 90 * DAY);
    site.setClock(365 * DAY);
    for (let minute = 0; minute < 16; minute++) {
      site.moveTo(site.clock.time + 60_000);
      await scheduler.idle();
    }
    expect(await site.state('a')).toBe('published');
  });

  test('goes on with its sweeps and its lease when the clock is set back by a year', async () => {
    const site = createWorkshop();
    site.clock.time += 2 * 365 * DAY;
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const crashed = site.start();
    await crashed.idle();
    const scheduler = site.start();
    await scheduler.idle();
    site.setClock(-365 * DAY);
    await trashItem(site.dependencies, eva, { id: 'a' });
    for (let minute = 0; minute < 3; minute++) {
      site.moveTo(site.clock.time + 60_000);
      await Promise.all([scheduler.idle(), crashed.idle()]);
    }
    site.moveTo(site.clock.time + 30 * DAY);
    await eventually(async () => expect(await site.card('a')).toBeUndefined());
  });

  test('leaves its work to another process when it stops', async () => {
    const site = createWorkshop();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const first = site.start();
    await first.idle();
    await first.stop();
    await site.schedule('a', site.clock.time + 10);
    site.clock.time += 10;
    await site.start().idle();
    expect(await site.state('a')).toBe('published');
  });

  test('empties the trash of what has lain in it for its time', async () => {
    const site = createWorkshop();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await trashItem(site.dependencies, eva, { id: 'a' });
    const scheduler = site.start();
    await scheduler.idle();
    expect(await site.card('a')).toBeDefined();
    site.moveTo(site.clock.time + 30 * DAY);
    await eventually(async () => expect(await site.card('a')).toBeUndefined());
  });

  test('stops between items of the trash, and goes on with the rest', async () => {
    const site = createWorkshop();
    for (const id of ['a', 'b']) {
      await site.putItem(id, 'notice', { es: finishedLanguage(id) });
      await trashItem(site.dependencies, eva, { id });
    }
    site.clock.time += 30 * DAY;
    const { remove } = site.drafts;
    const begun = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    site.drafts.remove = async (id) => {
      begun.resolve();
      await stopping.promise;
      await remove(id);
    };
    const scheduler = site.start();
    await begun.promise;
    const stopped = scheduler.stop();
    stopping.resolve();
    await stopped;
    expect([await site.card('a'), (await site.card('b'))?.place]).toEqual([undefined, 'trash']);
    await site.start().idle();
    expect(await site.card('b')).toBeUndefined();
  });
});
