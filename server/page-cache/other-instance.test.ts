import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFirestoreDocumentStore } from '#adapters/firestore/document-store.ts';
import { firestoreIndexes } from '#adapters/firestore/firestore-indexes.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { dayIn, timeIn } from '#core/clock/zoned-time.ts';
import type { FieldValues } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { movePage } from '#core/items/move-page.ts';
import { changeSettings } from '#core/settings/change-settings.ts';
import { settingsOf } from '#core/settings/settings.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { SITE_NOTICES } from '#core/site/site-notices-type.ts';
import { SITE_CONTACT, SITE_IDENTITY, type SiteTypeKey } from '#core/site/site-types.ts';
import given from '#site-config';
import { startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { createContentSite } from '../../test/helpers/content/create-content-site.ts';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { openPages } from '../../test/helpers/page-cache/open-pages.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { collections } from '../services/services.ts';

const { config } = prepareSiteConfig(given);

const SPANISH = ['/', '/about', '/articulos', '/articulos/uno', '/estudios', '/servicios', '/temas/a'];
const ENGLISH = ['/en', '/en/about', '/en/articles', '/en/articles/one', '/en/services', '/en/studies', '/en/topics/a'];
const PATHS = [...SPANISH, ...ENGLISH];

/** A store for each of two instances: of one data folder, whose server has both, or of one cloud project. */
const BACKENDS: { [name: string]: () => Promise<[DocumentStore, DocumentStore]> } = {
  async embedded() {
    const { store } = openSqlite({ file: `${makeTemporaryFolder()}/meki.sqlite`, collections, role: 'sole' });
    onTestFinished(() => store.close());
    return [store, store];
  },
  async cloud() {
    const emulator = await startFireemu(['firestore'], { indexes: firestoreIndexes(collections) });
    onTestFinished(emulator.stop);
    const emulatorHost = emulator.hosts.firestore ?? '';
    const connect = () => {
      const store = createFirestoreDocumentStore({
        ...{ collections, project: emulator.project, database: '(default)', emulatorHost },
      });
      onTestFinished(() => store.close());
      return store;
    };
    return [connect(), connect()];
  },
};

/** The clinic with an item of each kind, in both languages, written at one of two instances, whose pages are all kept. */
async function openInstances(stores: [DocumentStore, DocumentStore]) {
  const site = { ...createContentSite(stores[0]), config };
  const put = async (id: string, type: string, slugs: [string, string], rest = {}) => {
    const [es, en] = slugs.map((slug) => finishedLanguage(slug));
    await site.putItem(id, type, { ...(es && { es }), ...(en && { en }) }, rest);
    expect(await publish(site, id, ['es', 'en'])).toMatchObject({ ok: true });
  };
  await put('home', 'pages', ['home', 'home']);
  await put('about', 'pages', ['about', 'about']);
  await put('services', 'pages', ['servicios', 'services']);
  await put('children', 'pages', ['ninos', 'children']);
  await put('a', 'topics', ['a', 'a']);
  await put('one', 'articles', ['uno', 'one'], { tags: ['a'] });
  for (const key of [SITE_IDENTITY, SITE_CONTACT, SITE_NAVIGATION, SITE_NOTICES]) await put(key, key, [key, key]);
  const instances = await Promise.all(stores.map((store) => openPages(store)));
  for (const { close } of instances) onTestFinished(close);
  /** A page that is kept; rendered if none is. */
  const pageAt = async (instance: number, path: string) => {
    const found = await instances[instance]?.load(path);
    if (found?.kind !== 'page') throw new Error(`${path}: ${found?.rendered.status}`);
    return found.page;
  };
  const readAll = (instance: number) => Promise.all(PATHS.map((path) => pageAt(instance, path)));
  const kept = [await readAll(0), await readAll(1)];
  return {
    site,
    textOf: async (instance: number, path: string) => (await pageAt(instance, path)).full.identity.body.toString(),
    /** Changes something at the first instance, and expects that both render these pages again and no others. */
    async expectChanged(change: () => Promise<unknown>, expected: string[]) {
      expect(await change()).toMatchObject({ ok: true });
      for (const [instance, before] of kept.entries()) {
        const changed = async () => {
          const now = await readAll(instance);
          return PATHS.filter((_, index) => now[index] !== before[index]);
        };
        await expect.poll(changed, { timeout: 5_000, message: `instance ${instance}` }).toEqual(expected);
        for (const [index, page] of (await readAll(instance)).entries())
          if (expected.includes(PATHS[index] ?? '')) before[index] = page;
      }
    },
    /** Publishes values of an item about the site in some languages. */
    async write(key: SiteTypeKey, fields: FieldValues, own: { [language: string]: FieldValues }) {
      await site.editItem(key, (item) => ({
        ...item,
        fields,
        languages: Object.fromEntries(
          Object.entries(item.languages).map(([code, texts]) => [code, { ...texts, fields: own[code] ?? {} }]),
        ),
      }));
      return publish(site, key, Object.keys(own));
    },
  };
}

/** Sets the clock three seconds before the end of a minute, since notices end at one. @returns that end, in the site's time zone */
function setBeforeMinute(): string {
  const end = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.setSystemTime(end - 3_000);
  return `${dayIn(config.timeZone, end)}T${timeIn(config.timeZone, end)}`;
}

describe.each(Object.entries(BACKENDS))('%s', (name, open) => {
  const missing = name === 'cloud' ? whyNoFireemu() : undefined;
  test.skipIf(missing !== undefined)(
    `what an owner changes at one instance renders again the pages that show it on both, and no others${missing ? ` (${missing})` : ''}`,
    { timeout: 60_000 },
    async () => {
      vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      const { site, write, textOf, expectChanged } = await openInstances(await open());
      await expectChanged(() => write(SITE_IDENTITY, {}, { es: { name: 'Clínica Norte' } }), SPANISH);
      expect(await textOf(1, '/about')).toContain('Clínica Norte');

      const setting = settingsOf(config).find(({ id }) => id === 'page-size');
      if (!setting) throw new Error('There is no such setting');
      const sized = [{ setting, before: '', after: '24' }];
      const lists = ['/articulos', '/estudios', '/temas/a', '/en/articles', '/en/studies', '/en/topics/a'];
      await expectChanged(() => changeSettings({ store: site.store }, person('owner'), sized), lists);

      const header = [{ id: 'x', target: 'item:about' }];
      await expectChanged(
        () => write(SITE_NAVIGATION, { header }, { en: { header: [{ id: 'x', label: 'Who we are' }] } }),
        ENGLISH,
      );
      expect(await textOf(1, '/en/studies')).toContain('Who we are');

      const parents = ['/servicios', '/en/services'];
      await expectChanged(() => movePage(site, person('editor'), { id: 'children', parent: 'services' }), parents);
      expect(await textOf(1, '/en/services')).toContain('/en/services/children');

      await site.editItem('a', ({ languages, ...item }) => {
        const es = languages.es && { ...languages.es, title: 'Cerebro', state: 'changed' as const };
        return { ...item, languages: { ...languages, ...(es && { es }) } };
      });
      // The topic's page in the other language has a link to the one that changes.
      const named = ['/articulos', '/articulos/uno', '/temas/a', '/en/topics/a'];
      await expectChanged(() => publish(site, 'a', ['es']), named);
      expect(await textOf(1, '/articulos/uno')).toContain('Cerebro');

      const until = setBeforeMinute();
      const notices = [{ id: 'n', until }];
      const texts = { notices: [{ id: 'n', text: 'Hoy cerramos a las dos' }] };
      await expectChanged(() => write(SITE_NOTICES, { notices }, { es: texts }), SPANISH);
      for (const instance of [0, 1]) expect(await textOf(instance, '/estudios')).toContain('Hoy cerramos');
      await expectChanged(() => Promise.resolve({ ok: true }), SPANISH);
      for (const instance of [0, 1]) expect(await textOf(instance, '/estudios')).not.toContain('Hoy cerramos');
    },
  );
});
