import { expect, onTestFinished, test } from 'vitest';
import { contentCollections } from '#core/content/collections.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { followChanges } from '#server/page-cache/follow-changes.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { createReadIndex } from '#server/page-cache/read-index.ts';
import { rememberReads } from '#server/page-cache/remember-reads.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { renderedPage } from '#server/testing/rendered.ts';
import { createContentSite, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import type { PageRequest } from '../page-request.ts';
import { readHome } from './read-home.ts';

const LANGUAGES = ['es', 'en'];
const section = (kind: string, values: object, words: object = {}) => ({
  type: 'siteBlock',
  attrs: { kind, values, words },
});

/** A site whose home page shows the two newest items of a type, a chosen one, and where a button leads. */
async function openSite() {
  const site = createContentSite();
  const put = async (id: string, type: string, content: object[] = []) => {
    const language = testLanguage(id, { body: { type: 'doc', content } as never });
    site.clock.time += 1_000;
    await site.putItem(id, type, { es: language, en: language });
    expect(await publish(site, id, LANGUAGES)).toMatchObject({ ok: true });
  };
  for (const id of ['old', 'new', 'newest']) await put(id, 'not-found');
  for (const id of ['chosen', 'linked', 'other']) await put(id, 'listing');
  await put('question', 'faqs');
  await put('home', 'pages', [
    section('hero', { firstLink: 'item:linked' }, { firstLabel: 'Go' }),
    section('newest', { type: 'not-found', count: 2 }),
    section('chosen', { items: 'item:chosen' }),
  ]);
  const index = createReadIndex();
  const reads = rememberReads(site.store, index);
  const rendered: string[] = [];
  const load = (target: string, store: DocumentReader) => {
    const [, locale = ''] = target.split('/');
    const content = createPublishedContent({ store, config: site.config });
    const services = { content, config: site.config, origin: 'https://a.example', icon: () => undefined };
    return readHome(
      partial<PageRequest>({
        ...{ services: services as never, locale, path: '/', query: new URLSearchParams() },
        t: createServerTranslator(locale),
      }),
    );
  };
  const cache = new PageCache({
    async render(target, store) {
      rendered.push(target);
      return renderedPage(JSON.stringify(await load(target, store)) ?? '', {});
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
  for (const path of ['/es/', '/en/']) {
    await cache.load({ key: path, pathname: path, search: '', canonical: true, cacheable: true } as never);
  }
  return {
    /** Publishes an item in Spanish with another summary. @returns the pages that were rendered again */
    async renderedBy(id: string): Promise<string[]> {
      await cache.settled();
      rendered.length = 0;
      await site.editItem(id, (item) => ({
        ...item,
        languages: { ...item.languages, es: { ...item.languages.es, summary: `${id} anew` } as never },
      }));
      expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
      await cache.settled();
      return rendered.toSorted();
    },
    textOf: (path: string) => cache.lookup(path)?.full.identity.body.toString(),
  };
}

test('what sections of a home page show renders it again, in the language that changed, and nothing else does', async () => {
  const { renderedBy, textOf } = await openSite();
  for (const id of ['newest', 'new', 'chosen']) {
    expect(await renderedBy(id), id).toEqual(['/es/']);
    expect(textOf('/es/')).toContain(`${id} anew`);
  }
  expect(await renderedBy('linked')).toEqual(['/es/']);
  for (const id of ['old', 'other', 'question']) expect(await renderedBy(id), id).toEqual([]);
});
