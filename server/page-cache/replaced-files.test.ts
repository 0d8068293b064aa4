import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { contentCollections } from '#core/content/collections.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { trashFile, untrashFile } from '#core/files/trash-file.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { pictures } from '#core/rich-text/pictures.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { createPageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';

const TYPE = 'not-found';
const PAGES = ['/es/shows', '/en/shows', '/es/other', '/en/other', '/es/plain', '/en/plain'];
const eva = person('editor', 'eva');
const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);

/** A site with a page that shows a file, in both languages, one that shows another, and one without. */
async function openSite() {
  const site = createItemSite();
  const dependencies = { ...site.dependencies, files: createMemoryFileStore(), pictures: acceptPictures };
  const upload = async (name: string) => {
    const stored = await storeFile(dependencies, eva, { name: `${name}.svg`, contents: drawing(name) });
    if (!stored.ok) throw new Error(stored.problem);
    return stored.file.id;
  };
  const [shown, other] = [await upload('shown'), await upload('other')];
  for (const [slug, id] of Object.entries({ shows: shown, other, plain: '' })) {
    const content = id === '' ? [] : [{ type: 'image', attrs: { media: id, alt: 'x', id: 'b1' } }];
    const language = finishedLanguage(slug, { body: { type: 'doc', content } as never });
    await site.putItem(slug, TYPE, { es: language, en: language });
    await publish(site, slug, ['es', 'en']);
  }
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  const rendered: string[] = [];
  const cache = createPageCache({
    async render(target, store) {
      rendered.push(target);
      const [, locale = '', slug = ''] = target.split('/');
      const content = createPublishedContent({ store, config: site.config });
      const found = await content.resolve(locale, TYPE, slug);
      if (found.kind !== 'item') return renderedPage('', { status: 404 });
      const shows = await content.media(pictures(found.publication.body), locale);
      return renderedPage([...shows.values()].map(({ id }) => id).join());
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
    dependencies,
    shown,
    textOf: (path: string) => cache.lookup(path)?.full.identity.body.toString(),
    async renderedBy(work: () => Promise<{ ok: boolean }>) {
      await cache.settled();
      rendered.length = 0;
      expect(await work()).toMatchObject({ ok: true });
      await cache.settled();
      return rendered.toSorted();
    },
  };
}

test('replacing a file renders the pages that show it, in both languages, and no other', async () => {
  const { dependencies, shown: id, renderedBy, textOf } = await openSite();
  const replacement = { id, expectedVersion: 1, name: 'new.svg', contents: drawing('new') };
  expect(await renderedBy(() => replaceFile(dependencies, eva, replacement))).toEqual(['/en/shows', '/es/shows']);
  expect(textOf('/es/shows')).toMatch(/^[0-9a-f]{32}$/);
  expect(textOf('/es/shows')).not.toBe(id);
  expect(textOf('/en/shows')).toBe(textOf('/es/shows'));
});

test('bytes of one language are those of its readers alone', async () => {
  const { dependencies, shown: id, renderedBy, textOf } = await openSite();
  const own = { id, expectedVersion: 1, name: 'en.svg', contents: drawing('en'), language: 'en' };
  await renderedBy(() => replaceFile(dependencies, eva, own));
  expect(textOf('/es/shows')).toBe(id);
  expect(textOf('/en/shows')).not.toBe(id);
});

test('a file in the trash is on no page until it comes back, and other pages do not notice', async () => {
  const { dependencies, shown: id, renderedBy, textOf } = await openSite();
  expect(await renderedBy(() => trashFile(dependencies, eva, { id }))).toEqual(['/en/shows', '/es/shows']);
  expect(textOf('/es/shows')).toBe('');
  expect(await renderedBy(() => untrashFile(dependencies, eva, { id }))).toEqual(['/en/shows', '/es/shows']);
  expect(textOf('/es/shows')).toBe(id);
});

test('what a file says touches the pages that show it alone', async () => {
  const { dependencies, shown: id, renderedBy } = await openSite();
  for (const change of [
    () => describeFile(dependencies, eva, { id, language: 'es', texts: { alt: 'x' } }),
    () => tagFile(dependencies, eva, { id, add: ['x'] }),
  ]) {
    for (const path of await renderedBy(change)) expect(path).toMatch(/shows$/);
  }
});
