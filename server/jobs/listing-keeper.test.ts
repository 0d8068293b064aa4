import { expect, onTestFinished, test } from 'vitest';
import { outdatedListProblems } from '#core/doctor/check-content.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formerTypeAt } from '#core/site/type-segments.ts';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startListingKeeper } from './listing-keeper.ts';

type Site = ReturnType<typeof createContentSite>;

/** Runs the server's job with a configuration until nothing is left to do. */
async function adapt(site: Site, config: SiteConfig) {
  const log = createFakeLog();
  const keeper = startListingKeeper({ store: site.store, config, log, now: site.now, setAlarm: () => () => {} });
  onTestFinished(() => keeper.stop());
  await keeper.idle();
  await keeper.stop();
  return log;
}

async function createFilledSite() {
  const site = createContentSite();
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await site.putItem(id, 'notice', { es: finishedLanguage(id) }, { tags: ['x'], fields: { minutes: 9 - index } });
    expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
  }
  return site;
}

const withFrench: SiteConfig = {
  ...testConfig,
  locales: [...testConfig.locales, { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' }],
};

async function problems(site: Site, config: SiteConfig): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of outdatedListProblems(site.store, config)) lines.push(line);
  return lines;
}

const list = async (site: Site, config: SiteConfig, locale: string, options = {}) => {
  const content = createPublishedContent({ store: site.store, config });
  const { cards, total } = await content.list(locale, 'notice', { page: 1, pageSize: 9, ...options });
  return [cards.map(({ itemId }) => itemId), total];
};

test('a language that is added has its lists after a start, and until then the check says so', async () => {
  const site = await createFilledSite();
  await adapt(site, testConfig);
  expect(await problems(site, testConfig)).toEqual([]);
  expect(await problems(site, withFrench)).toEqual([expect.stringContaining('do not fit')]);
  expect(await list(site, withFrench, 'fr')).toEqual([[], 0]);
  await adapt(site, withFrench);
  expect(await problems(site, withFrench)).toEqual([]);
  expect(await list(site, withFrench, 'fr')).toEqual([['c', 'b', 'a'], 3]);
  expect(
    await createPublishedContent({ store: site.store, config: withFrench }).resolve('fr', 'notice', 'a'),
  ).toMatchObject({ kind: 'notice' });
});

test('nothing is written again while the configuration stays', async () => {
  const site = await createFilledSite();
  await adapt(site, withFrench);
  const commits: unknown[] = [];
  const store = { ...site.store, commit: async (writes: never) => commits.push(writes) as never };
  await adapt({ ...site, store }, withFrench);
  expect(commits).toEqual([]);
});

test('a type that is sorted and filtered by its fields is so after a start', async () => {
  const site = await createFilledSite();
  await adapt(site, testConfig);
  const contentTypes = testConfig.contentTypes.map((type) =>
    type.key === 'notice' ? { ...type, listing: { sortBy: 'minutes', filterBy: ['minutes'] } } : type,
  );
  const config = { ...testConfig, contentTypes };
  await adapt(site, config);
  expect(await list(site, config, 'es')).toEqual([['c', 'b', 'a'], 3]);
  expect(await list(site, config, 'en', { filter: { name: 'minutes', value: '8' } })).toEqual([['b'], 1]);
  expect(await list(site, config, 'es', { filter: { name: 'tag', value: 'x' } })).toEqual([['c', 'b', 'a'], 3]);
});

test('a segment that is renamed is known to have been that of its type', async () => {
  const site = await createFilledSite();
  await adapt(site, testConfig);
  const contentTypes = testConfig.contentTypes.map((type) =>
    type.key === 'notice' ? { ...type, segments: { ...type.segments, en: 'renamed' } } : type,
  );
  const config = { ...testConfig, contentTypes };
  await adapt(site, config);
  expect(await formerTypeAt(site.store, config, 'en', 'notice-en')).toBe('notice');
  expect(await formerTypeAt(site.store, config, 'en', 'nothing')).toBeUndefined();
});
