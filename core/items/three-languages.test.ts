import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createFakeDrafts } from '../../test/helpers/content/create-fake-drafts.ts';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { itemCards, items, publications } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import { publishItem } from '../publishing/publish-item.ts';
import type { SiteConfig } from '../site/site-config.ts';

const config: SiteConfig = {
  ...testConfig,
  locales: [...testConfig.locales, { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' }],
  contentTypes: testConfig.contentTypes.map((type) => ({
    ...type,
    segments: { ...type.segments, fr: `${type.key}-fr` },
  })),
};

const item: Item = {
  id: 'ayuno',
  type: 'not-found',
  sourceLanguage: 'en',
  createdAt: 1,
  editedAt: 1,
  tags: [],
  fields: {},
  languages: { en: finishedLanguage('fasting'), fr: finishedLanguage('jeune') },
};

async function createSite() {
  const { store, now } = createContentSite();
  const unit = new UnitOfWork(store);
  await unit.read([items.at(item.id)]);
  stageItem(unit, config, item);
  await unit.commit();
  const drafts = createFakeDrafts(store, config);
  return { store, dependencies: { store, config, drafts, now, findActor: async () => undefined } };
}

test('the card of an item has the state of each of three languages, if the original is not the first', async () => {
  const { store } = await createSite();
  const card = (await getDocument(store, itemCards.at(item.id)))?.data;
  expect(card?.states).toEqual({ es: 'missing', en: 'draft', fr: 'draft' });
  expect(card?.languages).toMatchObject({ fr: { translation: { stale: 3 } } });
  expect(card?.facets).toEqual(expect.arrayContaining(['issue:language-missing:es', 'issue:stale:fr']));
  expect(Object.keys(card?.urgency ?? {}).sort()).toEqual(['all', 'en', 'es', 'fr']);
});

test('three languages are published together, each at its own address', async () => {
  const { store, dependencies } = await createSite();
  const unit = new UnitOfWork(store);
  await unit.read([items.at(item.id)]);
  stageItem(unit, config, { ...item, languages: { ...item.languages, es: finishedLanguage('ayuno') } });
  await unit.commit();
  const target = { id: item.id, languages: ['en', 'es', 'fr'] };
  const outcome = await publishItem(dependencies, person('editor'), target, { acceptWarnings: true });
  expect(outcome).toMatchObject({ ok: true });
  for (const [language, slug] of Object.entries({ es: 'ayuno', en: 'fasting', fr: 'jeune' })) {
    const found = await getDocument(store, publications.at(language, 'not-found', slug));
    expect(found?.data.itemId, language).toBe(item.id);
  }
});
