import { expect, onTestFinished, test } from 'vitest';
import { contentCollections } from '#core/content/collections.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { readPublishedSite, readSiteContact } from '#core/public-content/published-site.ts';
import { readMenus } from '#core/public-content/read-links.ts';
import { changeSettings } from '#core/settings/change-settings.ts';
import { settingsOf } from '#core/settings/settings.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { SITE_CONTACT, SITE_IDENTITY } from '#core/site/site-types.ts';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';

/** Pages that show the contact details, beside fragments that show only the name, and lists, in both languages. */
const PAGES = ['/es/page', '/en/page', '/es/fragment', '/en/fragment', '/es/list', '/en/list'];

async function openSite() {
  const site = createSiteContent();
  for (const key of [SITE_IDENTITY, SITE_CONTACT] as const) {
    await site.write(key, {});
    await publish(site, key, ['es', 'en']);
  }
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  const rendered: string[] = [];
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(target);
      const [, locale = '', kind] = target.split('/');
      const content = createPublishedContent({ store, config: site.config });
      const { name } = await readPublishedSite(site.config, content, locale);
      const { phone } = kind === 'page' ? await readSiteContact(content, locale, {}) : {};
      const names = { search: 'Search', feed: 'News' };
      const menus = kind === 'page' ? await readMenus(content, site.config, locale, names) : undefined;
      const size = kind === 'list' ? await content.setting('page-size') : undefined;
      return renderedPage([name[locale], phone ?? size, ...(menus?.header ?? []).map(({ label }) => label)].join());
    },
    store: reads.store,
    index,
    log: createFakeLog(),
    securityHeaders: [],
  });
  const followed = [...contentCollections, ...fileCollectionsIn([])].filter(({ policy }) => policy.read === 'public');
  const collections = followed.map(({ name }) => name);
  const following = followChanges({ store: site.store, collections, changes: index, log: createFakeLog() });
  onTestFinished(() => {
    following.stop();
    cache.close();
  });
  await following.started;
  for (const path of PAGES) {
    await cache.load({ key: path, pathname: path, search: '', canonical: true, cacheable: true } as never);
  }
  return {
    ...site,
    textOf: (path: string) => cache.lookup(path)?.full.identity.body.toString(),
    async renderedBy(work: () => Promise<unknown>) {
      await cache.settled();
      rendered.length = 0;
      await work();
      await cache.settled();
      return rendered.toSorted();
    },
  };
}

test('another telephone renders again the pages that show it, in the languages that were published', async () => {
  const site = await openSite();
  await site.write(SITE_CONTACT, { phone: '33 1234 5678' });
  expect(await site.renderedBy(() => publish(site, SITE_CONTACT, ['es']))).toEqual(['/es/page']);
  expect(PAGES.map(site.textOf)).toEqual([
    ...['Prueba,33 1234 5678', 'Prueba,', 'Prueba,', 'Prueba,'],
    ...['Prueba,12', 'Prueba,12'],
  ]);
  expect(await site.renderedBy(() => publish(site, SITE_CONTACT, ['es', 'en']))).toEqual(['/en/page']);
});

test('another name renders again what shows it, and a draft renders nothing', async () => {
  const site = await openSite();
  const name = { es: { fields: { name: 'Clínica Norte' } } };
  expect(await site.renderedBy(() => site.write(SITE_IDENTITY, {}, name))).toEqual([]);
  expect(await site.renderedBy(() => publish(site, SITE_IDENTITY, ['es', 'en']))).toEqual([
    '/es/fragment',
    '/es/list',
    '/es/page',
  ]);
  expect(site.textOf('/es/fragment')).toBe('Clínica Norte,');
});

test('what changes in a menu renders again the pages that show it, in the languages where it changes', async () => {
  const site = await openSite();
  const bothLanguages = { es: finishedLanguage('a', { title: 'Uno' }), en: finishedLanguage('a-en', { title: 'One' }) };
  await site.putItem('a', 'not-found', bothLanguages);
  await site.putItem('b', 'not-found', { es: finishedLanguage('b', { title: 'Dos' }) });
  const header = [{ target: 'item:a' }, { target: 'item:b' }, { target: 'listing:gone' }];
  expect(await site.renderedBy(() => site.write(SITE_NAVIGATION, { header }))).toEqual([]);
  expect(await site.renderedBy(() => publish(site, SITE_NAVIGATION, ['es', 'en']))).toEqual(['/en/page', '/es/page']);
  expect(await site.renderedBy(() => publish(site, 'a', ['es']))).toEqual(['/es/page']);
  expect(site.textOf('/es/page')).toBe('Prueba,,Uno');
  expect(await site.renderedBy(() => publish(site, 'b', ['es']))).toEqual(['/es/page']);
  expect(await site.renderedBy(() => publish(site, 'a', ['en']))).toEqual(['/en/page']);
  expect(await site.renderedBy(() => unpublish(site, 'a', ['es']))).toEqual(['/es/page']);
  expect(PAGES.map(site.textOf)).toEqual([
    ...['Prueba,,Dos', 'Prueba,,One', 'Prueba,', 'Prueba,'],
    ...['Prueba,12', 'Prueba,12'],
  ]);
  await site.putItem('c', 'not-found', { es: finishedLanguage('c') });
  expect(await site.renderedBy(() => publish(site, 'c', ['es'])), 'an item that no menu leads to').toEqual([]);
});

test('a setting renders again the pages that read it, in all languages, and one for owners none', async () => {
  const site = await openSite();
  const change = (id: string, after: string) => {
    const setting = settingsOf(site.config).find((known) => known.id === id);
    if (!setting) throw new Error(`There is no setting "${id}"`);
    return changeSettings({ store: site.store }, person('owner'), [{ setting, before: '', after }]);
  };
  expect(await site.renderedBy(() => change('page-size', '24'))).toEqual(['/en/list', '/es/list']);
  expect(site.textOf('/en/list')).toBe('Prueba,24');
  expect(await site.renderedBy(() => change('sign-up', 'closed'))).toEqual([]);
  expect(await site.renderedBy(() => change('time-zone', 'Europe/Madrid'))).toEqual([]);
});
