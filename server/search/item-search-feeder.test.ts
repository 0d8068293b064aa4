import { expect, test } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { items } from '#core/content/collections.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { createItemSearch } from '#core/search/item-search.ts';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startItemFeeder } from './start-search.ts';

async function start() {
  const site = createContentSite();
  await site.putItem('a', 'notice', {
    es: testLanguage('uno', { title: 'Radiografía de tórax', state: 'draft' }),
    en: testLanguage('one', { title: 'Chest X-ray', fields: { steps: ['Remove jewelry'] } }),
  });
  const index = createFullTextIndex({ languages: site.config.locales });
  const search = createItemSearch(site.config, index);
  const feeder = startItemFeeder({ store: site.store, config: site.config, index, log: createFakeLog() });
  await feeder.ready;
  const find = (query: string, type = 'notice') => search.find(type, query, 10);
  return { ...site, feeder, find };
}

test('a draft is found by any of its languages, with accents or without, by its fields, and in its type alone', async () => {
  const { find, feeder } = await start();
  for (const query of ['torax', 'TÓRAX', 'chest', 'jewelry', 'radiografías'])
    expect(await find(query), query).toEqual(['a']);
  expect(await find('torax', 'listing')).toEqual([]);
  expect(await find('torax', 'unknown')).toEqual([]);
  expect(await find('')).toEqual([]);
  feeder.stop();
});

test('what is written later is found, and what is gone is not', async () => {
  const { find, feeder, store, ...site } = await start();
  await site.putItem('b', 'notice', { es: testLanguage('dos', { title: 'Tórax y abdomen' }) });
  await eventually(async () => expect((await find('torax')).toSorted()).toEqual(['a', 'b']));
  await site.editItem('a', ({ languages: { en: _, ...languages }, ...item }) => ({ ...item, languages }));
  await eventually(async () => expect(await find('chest')).toEqual([]));
  const unit = new UnitOfWork(store);
  await unit.read([items.at('a')]);
  unit.remove(items.at('a'));
  await unit.commit();
  await eventually(async () => expect(await find('torax')).toEqual(['b']));
  feeder.stop();
});
