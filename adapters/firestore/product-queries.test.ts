import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countItemCards, listItemCards } from '#core/item-cards/list-item-cards.ts';
import { countTagged, findTagged, readTopics } from '#core/item-cards/read-topics.ts';
import { changeOrder, nextOrder } from '#core/items/item-order.ts';
import { retireTopic } from '#core/items/retire-topic.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { collections } from '../../server/services/services.ts';
import { readStoredBytes } from '../../server/system/create-system.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { askLibrary } from '../../test/helpers/content/ask-library.ts';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createFirestoreDocumentStore } from './document-store.ts';
import { FIRESTORE_RULES, firestoreIndexes } from './firestore-indexes.ts';

const missing = whyNoFireemu();

test('the files of the cloud project agree with the declarations; scripts/write-cloud-files.ts writes them', () => {
  const file = (name: string) => readFileSync(new URL(`../../cloud/${name}`, import.meta.url), 'utf8');
  expect(JSON.parse(file('firestore.indexes.json'))).toEqual(firestoreIndexes(collections));
  expect(file('firestore.rules')).toBe(FIRESTORE_RULES);
});

describe.skipIf(missing !== undefined)(
  `a server that refuses queries without an index${missing ? ` (${missing})` : ''}`,
  () => {
    let emulator: Fireemu | undefined;
    beforeAll(async () => {
      emulator = await startFireemu(['firestore'], { indexes: firestoreIndexes(collections) });
    });
    afterAll(() => emulator?.stop());

    function open() {
      const store = createFirestoreDocumentStore({
        collections,
        project: 'demo-meki',
        database: '(default)',
        emulatorHost: emulator?.hosts.firestore ?? '',
      });
      onTestFinished(() => store.close());
      return store;
    }

    test('answers everything that the public can ask', async () => {
      const store = open();
      const site = createContentSite(store);
      for (const id of ['a', 'b']) {
        await site.putItem(id, 'notice', { es: testLanguage(`${id}-es`) }, { tags: ['x', 'y'] });
        expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
      }
      const content = createPublishedContent({ store, config: testConfig });
      expect((await content.list('es', 'notice', { page: 1, pageSize: 10 })).cards).toHaveLength(2);
      expect(
        (await content.list('es', 'notice', { page: 2, pageSize: 1, filter: { name: 'tag', value: 'x' } })).cards,
      ).toHaveLength(1);
      expect(await content.tagCounts('es', 'notice')).toEqual({ x: 2, y: 2 });
      expect(await content.tagged('es', 'x', { page: 2, pageSize: 1 })).toMatchObject({ cards: [{}], total: 2 });
      const found = await content.resolve('es', 'notice', 'a-es');
      if (found.kind !== 'item') throw new Error(found.kind);
      expect(await content.related('es', found.publication, 3)).toHaveLength(1);
      expect(await content.all('es', 'notice')).toHaveLength(2);
      expect(await content.cards('es', ['a', 'b'])).toHaveLength(2);
      await content.alternates('a');
      await content.below('es', 'a');
      for await (const batch of content.everyCard('es')) expect(batch).toHaveLength(2);
      for (const order of ['ascending', 'descending', 'upcoming'] as const) {
        const contentTypes = testConfig.contentTypes.map((type) => ({ ...type, listing: { sortBy: 'on', order } }));
        const sorted = createPublishedContent({ store, config: { ...testConfig, contentTypes } });
        await sorted.list('es', 'notice', { page: 1, pageSize: 10 });
        await sorted.list('es', 'notice', { page: 1, pageSize: 10, filter: { name: 'place', value: 'x' } });
      }
    });

    test('answers what the library of files asks', async () => {
      await askLibrary(open());
    });

    test('answers what owners are told of the storage', async () => {
      const stored = await readStoredBytes(open(), { dataDir: import.meta.dirname, isShared: true });
      expect(stored).toMatchObject({ files: 0, disk: { size: expect.any(Number) } });
    });

    test('answers what the order of questions asks', async () => {
      const site = createItemSite(open());
      for (const [index, id] of ['first', 'second'].entries())
        await site.putItem(id, 'faqs', { es: finishedLanguage(id) }, { fields: { order: index + 1 } });
      expect(await nextOrder(site.store, 'faqs')).toBe(3);
      const search = { types: ['faqs'], place: 'shown', sort: 'order', language: 'es', limit: 9 } as const;
      const state = { language: 'es', states: ['draft' as const] };
      for (const filter of [{}, { state }, { group: 'x' }]) {
        const { cards } = await listItemCards(site.store, person('editor'), { ...search, ...filter });
        expect(cards.map(({ id }) => id)).toEqual('group' in filter ? [] : ['first', 'second']);
      }
      const move = { id: 'second', after: undefined };
      expect(await changeOrder(site.dependencies, person('editor', 'eva'), move)).toMatchObject({ ok: true });
    });

    test('answers what topics and their removal ask', async () => {
      const site = createItemSite(open());
      for (const id of ['bones', 'joints']) {
        await site.putItem(id, 'topics', { es: finishedLanguage(id) }, { fields: { order: 1 } });
        expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
      }
      await site.putItem('knee', 'not-found', { es: finishedLanguage('knee') }, { tags: ['bones'] });
      expect(await publish(site, 'knee', ['es'])).toMatchObject({ ok: true });
      expect(Object.keys(await readTopics(site.store, testConfig))).toEqual(['bones', 'joints']);
      expect(await countTagged(site.store, testConfig, 'bones')).toBe(1);
      const merging = { topic: 'bones', into: 'joints' };
      expect(await retireTopic(site.dependencies, person('owner'), merging)).toMatchObject({ ok: true, done: 1 });
      expect(await findTagged(site.store, testConfig, 'joints', 1)).toEqual(['knee']);
    });

    test('counts the items of a list without reading them', async () => {
      const store = open();
      const site = createItemSite(store);
      for (let count = 0; count < 5; count += 1)
        await site.putItem(`n${count}`, 'listing', { es: finishedLanguage(`n${count}`) });
      const search = { types: ['listing'], place: 'shown', language: 'es' } as const;
      for (const sort of ['edited', 'created', 'title'] as const) {
        const before = store.usage().reads;
        expect(await countItemCards(store, person('editor'), { ...search, sort })).toBe(5);
        expect(store.usage().reads - before).toBe(1);
      }
    });

    test('refuses a query that no declared index serves', async () => {
      const query = open().runQuery({
        collection: 'publication-cards',
        where: [{ field: 'type', op: '==', value: 'notice' }],
        orderBy: [{ field: 'slug', direction: 'asc' }],
      });
      await expect(query).rejects.toThrow('index');
    });
  },
);
