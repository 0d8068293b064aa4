import { beforeEach, expect, test } from 'vitest';
import { createContentSite } from '../../test/helpers/content/create-content-site.ts';
import { finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { items, revisions } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import { media } from '../media/media.ts';
import { chooseHistory, readHistorySettings, thinHistory } from './thin-history.ts';

const DAY = 24 * 3_600_000;
/** A Monday. */
const NOW = Date.UTC(2026, 10, 30);
const owner: Actor = { kind: 'person', id: 'ana', name: 'Ana', role: 'owner', languages: [], disabled: false };

let site: ReturnType<typeof createContentSite>;
beforeEach(async () => {
  site = createContentSite();
  site.clock.time = NOW;
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno') });
  await publish(site, 'a', ['es']);
});

/** Adds revisions of `a`, as if they had been published so many days ago. */
async function revise(days: readonly number[], file?: string): Promise<void> {
  const [first] = await queryDocuments(site.store, revisions, { limit: 1 });
  if (!first) throw new Error('Nothing was published');
  for (const ago of days) {
    const number = 1_000 + ago;
    const revision = { ...first.data, revision: number, publishedAt: NOW - ago * DAY, ...(file && { media: [file] }) };
    await site.store.commit([setDocument(revisions.at('a', 'es', number), revision)]);
  }
}

async function daysLeft(): Promise<number[]> {
  const found = await queryDocuments(site.store, revisions, { where: [{ field: 'itemId', op: '==', value: 'a' }] });
  const days = found.map(({ data }) => (NOW - data.publishedAt) / DAY);
  return days.filter((ago) => ago > 0).sort((one, other) => one - other);
}

const thin = () => thinHistory(site.store, site.config, { now: site.now });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('everything is kept until an owner says otherwise, which is recorded', async () => {
  await revise(range(1, 30));
  expect(await thin()).toBe(0);
  expect(await readHistorySettings(site.store)).toEqual({});
  await chooseHistory(site, owner, { fullDays: 90 });
  expect(await readHistorySettings(site.store)).toEqual({ fullDays: 90 });
  expect((await site.audited()).map(({ action }) => action)).toContain('site.history-changed');
  await expect(chooseHistory(site, { ...owner, role: 'editor' }, {})).rejects.toThrow(Forbidden);
});

test('what is older is thinned to the last revision of each week, over more than one batch', async () => {
  await revise(range(1, 230));
  await chooseHistory(site, owner, { fullDays: 90 });
  const deleted = await thin();
  // Day 91 ago is a Monday, the only one of its week that is old enough; then each Sunday.
  expect(await daysLeft()).toEqual([...range(1, 90), 91, ...range(0, 19).map((week) => 92 + 7 * week)]);
  expect(deleted).toBe(230 - 90 - 21);
  expect(await thin()).toBe(0);
});

test('the last ten revisions of a language stay, however old they are', async () => {
  await revise(range(1_000, 1_020));
  await chooseHistory(site, owner, { fullDays: 90 });
  await thin();
  // One of the ten was published today.
  expect((await daysLeft()).slice(0, 9)).toEqual(range(1_000, 1_008));
  expect(await getDocument(site.store, items.at('a'))).toBeDefined();
});

test('it goes on where it was interrupted, and again in another week', async () => {
  await revise(range(400, 460));
  await chooseHistory(site, owner, { fullDays: 90 });
  const stop = new AbortController();
  stop.abort();
  expect(await thinHistory(site.store, site.config, { now: site.now, signal: stop.signal })).toBe(0);
  expect(await thin()).toBeGreaterThan(30);
  await revise([431]);
  expect(await thin()).toBe(0);
  site.clock.time += 7 * DAY;
  expect(await thin()).toBe(1);
});

test('a damaged revision stays and is told; the others are thinned as if it were not there', async () => {
  await revise(range(400, 460));
  const damaged = revisions.at('a', 'es', 1_000 + 420).path;
  await chooseHistory(site, owner, { fullDays: 90 });
  const told: string[] = [];
  const store: DocumentStore = {
    ...site.store,
    async runQuery(query) {
      const found = await site.store.runQuery(query);
      return found.map((one) => (one.path === damaged ? { ...one, data: { ...one.data, title: 5 } } : one));
    },
    passOver: ({ path }) => void told.push(path),
  };
  expect(await thinHistory(store, site.config, { now: site.now })).toBeGreaterThan(30);
  expect(new Set(told)).toEqual(new Set([damaged]));
  expect((await site.store.batchGet([damaged]))[0]).toBeDefined();
});

test('files of revisions that are gone are judged afterwards', async () => {
  const id = 'f'.repeat(32);
  const facts = { id, name: 'a.png', contentType: 'image/png' as const, bytes: 5, width: 1, height: 1 };
  await site.store.commit([setDocument(media.at(id), facts)]);
  await revise(range(100, 109));
  await revise([200, 201], id);
  await chooseHistory(site, owner, { fullDays: 90 });
  await thin();
  expect((await getDocument(site.store, media.at(id)))?.data.checkAt).toBeGreaterThan(NOW);
});
