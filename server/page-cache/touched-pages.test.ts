import { expect, onTestFinished, test } from 'vitest';
import { contentCollections } from '#core/content/collections.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';

const TYPE = 'not-found';
const RELATED = 3;

/** A site whose pages show an item and the titles of related ones, each published one second after the one before. */
async function openSite(tagsOf: string[][]) {
  const site = createContentSite();
  const put = async (number: number, tags: string[]) => {
    site.clock.time += 1000;
    await site.putItem(`item-${number}`, TYPE, { es: testLanguage(`es-${number}`) }, { tags });
    await publish(site, `item-${number}`, ['es']);
  };
  for (const [number, tags] of tagsOf.entries()) await put(number, tags);
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  let rendered: string[] = [];
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(target);
      const content = createPublishedContent({ store, config: site.config });
      const found = await content.resolve('es', TYPE, target.slice(1));
      if (found.kind !== 'item') return renderedPage('', { status: 404 });
      const related = await content.related('es', found.publication, RELATED);
      return renderedPage([found.publication, ...related].map(({ title }) => title).join(', '));
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
  const load = (number: number) => {
    const path = `/es-${number}`;
    return cache.load({ key: path, pathname: path, search: '', canonical: true, cacheable: true } as never);
  };
  for (const number of tagsOf.keys()) await load(number);
  return {
    put,
    /** Changes and publishes the title of an item. */
    async retitle(number: number, title: string) {
      await site.editItem(`item-${number}`, (item) => ({
        ...item,
        languages: { es: testLanguage(`es-${number}`, { ...item.languages.es, title }) },
      }));
      await publish(site, `item-${number}`, ['es']);
    },
    textOf: (number: number) => cache.lookup(`/es-${number}`)?.full.identity.body.toString(),
    /** The pages that were rendered while something was done. */
    async renderedBy(work: () => Promise<unknown>) {
      await cache.settled();
      rendered = [];
      await work();
      await cache.settled();
      return rendered.toSorted();
    },
  };
}

/** Ten items that share a tag, of which half share another. */
const TAGS = Array.from({ length: 10 }, (_, number) => (number % 2 === 0 ? ['a', 'b'] : ['a']));

test('a title that is published renders the pages that show it, not those that might have', async () => {
  const { retitle, renderedBy, textOf } = await openSite(TAGS);
  // One of the three newest items with either tag: all pages show it.
  expect(await renderedBy(() => retitle(8, 'Nuevo'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/es-${n}`));
  expect(textOf(0)).toContain('Nuevo');
  // One of the oldest items is a candidate for all pages, and shown by none but its own.
  expect(await renderedBy(() => retitle(1, 'Viejo'))).toEqual(['/es-1']);
  expect(textOf(1)).toContain('Viejo');
});

test('an item that becomes a related one is shown', async () => {
  const { put, retitle, renderedBy, textOf } = await openSite(TAGS);
  expect(textOf(0)).toBe('Título es-0, Título es-8, Título es-6, Título es-4');
  await renderedBy(() => put(10, ['a', 'b']));
  expect(textOf(0)).toBe('Título es-0, Título es-10, Título es-8, Título es-6');
  await renderedBy(() => retitle(10, 'Nuevo'));
  expect(textOf(0)).toBe('Título es-0, Nuevo, Título es-8, Título es-6');
});
