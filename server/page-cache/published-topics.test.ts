import { expect, onTestFinished, test } from 'vitest';
import { contentCollections } from '#core/content/collections.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { createItemSite, finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';

/** Pages of items with the names of their topics, and pages of topics with the titles of what has them. */
const PAGES = ['/es/item/one', '/es/item/two', '/es/item/three', '/en/item/one', '/es/topic/a', '/es/topic/b'];

async function openSite() {
  const site = createItemSite();
  const put = async (id: string, type: string, tags: string[]) => {
    await site.putItem(id, type, { es: finishedLanguage(id), en: finishedLanguage(`${id}-en`) }, { tags });
    await publish(site, id, ['es', 'en']);
  };
  for (const id of ['a', 'b']) await put(id, 'topics', []);
  for (const [id, tags] of Object.entries({ one: ['a'], two: ['a', 'b'], three: ['b'] })) await put(id, 'notice', tags);
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  const rendered: string[] = [];
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(target);
      const [, locale = '', kind, id = ''] = target.split('/');
      const content = createPublishedContent({ store, config: site.config });
      if (kind === 'topic') {
        const { cards } = await content.tagged(locale, id, { page: 1, pageSize: 12 });
        return renderedPage(cards.map(({ title }) => title).join());
      }
      const found = await content.resolve(locale, 'notice', locale === 'en' ? `${id}-en` : id);
      const tags = 'publication' in found ? found.publication.tags : [];
      const topics = await content.topics(locale, tags);
      return renderedPage(tags.map((tag) => topics.get(tag)?.title ?? tag).join());
    },
    store: reads.store,
    index,
    log: createFakeLog(),
    securityHeaders: [],
  });
  const collections = contentCollections.filter(({ policy }) => policy.read === 'public').map(({ name }) => name);
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
    put,
    rename: (id: string, title: string) =>
      site.editItem(id, ({ languages, ...item }) => ({
        ...item,
        languages: { ...languages, ...(languages.es && { es: { ...languages.es, title, state: 'changed' } }) },
      })),
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

test('another name of a topic renders again the pages that show it, in the language that was published', async () => {
  const site = await openSite();
  expect(await site.renderedBy(() => site.rename('a', 'Cerebro'))).toEqual([]);
  expect(await site.renderedBy(() => publish(site, 'a', ['es']))).toEqual(['/es/item/one', '/es/item/two']);
  expect(site.textOf('/es/item/two')).toBe('Cerebro,Título b');
  expect(site.textOf('/en/item/one')).toBe('Título a-en');
});

test('an item with a topic renders again the page of that topic', async () => {
  const site = await openSite();
  expect(await site.renderedBy(() => site.put('four', 'not-found', ['b']))).toEqual(['/es/topic/b']);
  expect(site.textOf('/es/topic/b')?.split(',').toSorted()).toEqual(['Título four', 'Título three', 'Título two']);
});
