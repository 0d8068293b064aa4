import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { contentCollections, publicationCards } from '#core/content/collections.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import { trashFile, untrashFile } from '#core/files/change-file.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { followChanges } from '#server/page-cache/follow-changes.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { createReadIndex } from '#server/page-cache/read-index.ts';
import { rememberReads } from '#server/page-cache/remember-reads.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { renderedPage } from '#server/testing/rendered.ts';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../../test/helpers/importing/accept-pictures.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import { readHome } from '../home/read-home.ts';
import { readItem } from '../item/read-item.ts';
import { readListing } from '../listing/read-listing.ts';
import type { PageRequest } from '../page-request.ts';

/** The pages that show the file: in a text, a gallery, as a cover, on the cards of related items, of lists and of the home page. */
const SHOWING = ['not-found/gallery', 'not-found/shows', 'listing/beside', 'listing/cover', 'listing', ''];
const OTHERS = ['notice', 'notice/other', 'notice/plain', 'not-found'];
const LANGUAGES = ['es', 'en'];
const inLanguages = (paths: readonly string[]) =>
  LANGUAGES.flatMap((code) => paths.map((path) => `/${code}/${path}`)).sort();
const eva = person('editor', 'eva');
const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);

/** What the loaders of the site give for a page. */
async function load(site: ReturnType<typeof createItemSite>, store: DocumentReader, target: string): Promise<unknown> {
  const [, locale = '', key = '', slug] = target.split('/');
  const content = createPublishedContent({ store, config: site.config });
  const services = { content, config: site.config, origin: 'https://a.example', icon: () => undefined };
  const request = partial<PageRequest>({
    ...{ services: services as never, locale, path: `/${key}`, query: new URLSearchParams() },
    t: createServerTranslator(locale),
  });
  if (key === '') return readHome(request);
  const type = site.config.contentTypes.find((one) => one.key === key);
  if (!type) return undefined;
  if (slug === undefined) return readListing(request, type);
  const found = await content.resolve(locale, key, slug);
  return found.kind === 'item' ? readItem(request, type, found) : undefined;
}

/** A site whose pages show a file in many places, another file, or none. */
async function openSite() {
  const site = createItemSite();
  const dependencies = { ...site.dependencies, files: createMemoryFileStore(), pictures: acceptPictures };
  const upload = async (name: string) => {
    const stored = await storeFile(dependencies, eva, { name: `${name}.svg`, contents: drawing(name) });
    if (!stored.ok) throw new Error(stored.problem);
    return stored.file.id;
  };
  const [shown, other] = [await upload('shown'), await upload('other')];
  const image = (media: string, id?: string) => ({ type: 'image', attrs: { media, alt: 'x', ...(id && { id }) } });
  const put = async (type: string, slug: string, content: object[], cover?: string) => {
    const language = finishedLanguage(slug, { body: { type: 'doc', content } as never, coverAlt: 'x' });
    await site.putItem(
      slug,
      type,
      { es: language, en: language },
      cover === undefined ? {} : { cover: { media: cover } },
    );
    expect(await publish(site, slug, LANGUAGES)).toMatchObject({ ok: true });
  };
  await put('not-found', 'shows', [image(shown, 'b1')]);
  await put('not-found', 'gallery', [{ type: 'gallery', attrs: { id: 'b1' }, content: [image(other), image(shown)] }]);
  await put('listing', 'cover', [], shown);
  await put('listing', 'beside', []);
  await put('notice', 'other', [image(other, 'b1')], other);
  await put('notice', 'plain', []);
  await put('pages', 'home', []);
  const lists = async () => JSON.stringify(await site.store.runQuery({ collection: publicationCards.name }));
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  const rendered: string[] = [];
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(target);
      return renderedPage(JSON.stringify(await load(site, store, target)) ?? '', {});
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
  for (const path of inLanguages([...SHOWING, ...OTHERS])) {
    await cache.load({ key: path, pathname: path, search: '', canonical: true, cacheable: true } as never);
  }
  return {
    dependencies,
    shown,
    lists,
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

test('replacing a file renders all pages that show it, in both languages, and no other; feeds and sitemaps stay', async () => {
  const { dependencies, shown: id, renderedBy, textOf, lists } = await openSite();
  const before = await lists();
  const replacement = { id, expectedVersion: 1, name: 'new.svg', contents: drawing('new') };
  expect(await renderedBy(() => replaceFile(dependencies, eva, replacement))).toEqual(inLanguages(SHOWING));
  const bytes = await mediaIdOf(drawing('new'));
  for (const path of inLanguages(SHOWING)) {
    expect(textOf(path), path).toContain(`/media/${bytes}/`);
    expect(textOf(path), path).not.toContain(`/media/${id}/`);
  }
  expect(textOf('/es/listing/cover'), 'the picture for shared links').toContain(
    `https://a.example/media/${bytes}/og.jpg`,
  );
  for (const path of inLanguages(OTHERS)) expect(textOf(path), path).not.toContain(bytes);
  expect(await lists(), 'what feeds and sitemaps are made of').toBe(before);
});

test('bytes of one language are those of its readers alone', async () => {
  const { dependencies, shown: id, renderedBy, textOf } = await openSite();
  const own = { id, expectedVersion: 1, name: 'en.svg', contents: drawing('en'), language: 'en' };
  await renderedBy(() => replaceFile(dependencies, eva, own));
  for (const path of SHOWING) {
    expect(textOf(`/es/${path}`), path).toContain(`/media/${id}/`);
    expect(textOf(`/en/${path}`), path).not.toContain(`/media/${id}/`);
  }
});

test('a file in the trash is on no page until it comes back, and other pages do not notice', async () => {
  const { dependencies, shown: id, renderedBy, textOf } = await openSite();
  expect(await renderedBy(() => trashFile(dependencies, eva, { id }))).toEqual(inLanguages(SHOWING));
  for (const path of inLanguages(SHOWING)) expect(textOf(path), path).not.toContain(`/media/${id}/`);
  expect(await renderedBy(() => untrashFile(dependencies, eva, { id }))).toEqual(inLanguages(SHOWING));
  for (const path of inLanguages(SHOWING)) expect(textOf(path), path).toContain(`/media/${id}/`);
});

test('what a file says touches the pages that show it alone', async () => {
  const { dependencies, shown: id, renderedBy } = await openSite();
  for (const change of [
    () => describeFile(dependencies, eva, { id, language: 'es', texts: { alt: 'x' } }),
    () => tagFile(dependencies, eva, { id, add: ['x'] }),
  ]) {
    for (const path of await renderedBy(change)) expect(inLanguages(SHOWING)).toContain(path);
  }
});
