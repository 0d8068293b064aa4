import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { contentCollections, publicationCards, publications } from '#core/content/collections.ts';
import type { PublicationCard } from '#core/content/publication.ts';
import { passingOver } from '#core/documents/passing-over.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { SITE_IDENTITY } from '#core/site/site-types.ts';
import siteConfig from '#site-config';
import { createPublishedRoutes, followCardsRevision } from './published-routes.ts';

function site(config = siteConfig, collections = contentCollections) {
  const onMisfit = vi.fn();
  const store = passingOver(createMemoryDocumentStore({ collections }), onMisfit);
  const revision = followCardsRevision(store, { error: () => {} });
  const options = {
    config,
    origin: 'https://example.org',
    content: createPublishedContent({ store, config }),
    revision: revision.current,
  };
  const routes = createPublishedRoutes(options);
  const publish = async (slug: string, more: Partial<PublicationCard> = {}) => {
    const card: PublicationCard = {
      language: 'es',
      contentLanguage: 'es',
      itemId: slug,
      type: 'studies',
      slug,
      title: `Estudio ${slug}`,
      summary: '',
      fields: {},
      tags: [],
      readingMinutes: 1,
      firstPublishedAt: 1_700_000_000_000,
      publishedAt: 1_700_000_000_000,
      ...more,
    };
    await store.commit([setDocument(publicationCards.at('es', slug), card)]);
  };
  const text = async (path: string) => (await routes.request(path)).text();
  return { store, routes, publish, text, onMisfit };
}

test.each(['/sitemap.xml', '/es/sitemap.xml', '/feed.xml', '/es/feed.xml'])(
  '%s shows what is published later',
  async (path) => {
    const { publish, text } = site();
    await publish('torax');
    expect(await text(path)).toContain('/estudios/torax');
    await publish('rodilla');
    await expect.poll(() => text(path)).toContain('/estudios/rodilla');
  },
);

test.each(['/sitemap.xml', '/es/sitemap.xml', '/feed.xml', '/es/feed.xml'])(
  '%s leaves out a damaged card, and tells of it once',
  async (path) => {
    const collections = contentCollections.map((one) =>
      one.name === publicationCards.name ? { ...one, schema: z.looseObject({}) } : one,
    );
    const { store, publish, text, onMisfit } = site(siteConfig, collections);
    for (const slug of ['rodilla', 'torax']) await publish(slug);
    await store.commit([{ kind: 'update', path: publicationCards.at('es', 'rodilla').path, fields: { title: 7 } }]);
    await expect.poll(() => text(path)).not.toContain('/estudios/rodilla');
    expect(await text(path)).toContain('/estudios/torax');
    expect(onMisfit).toHaveBeenCalledOnce();
  },
);

test('the feed has the newest items of a listing with an order of its own', async () => {
  const contentTypes = siteConfig.contentTypes.map((type) =>
    type.key === 'studies' ? { ...type, listing: { sortBy: 'title' } } : type,
  );
  const { publish, text } = site({ ...siteConfig, contentTypes });
  for (let index = 0; index < 40; index++) {
    await publish(`s${index}`, {
      sortKey: String(index).padStart(2, '0'),
      firstPublishedAt: 1_700_000_000_000 + index,
    });
  }
  const found = [...(await text('/feed.xml')).matchAll(/<link[^>]+\/estudios\/(s\d+)"/g)].map((match) => match[1]);
  expect(found).toEqual(Array.from({ length: 30 }, (_, index) => `s${39 - index}`));
});

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/en/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/en/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=UTF-8'],
])('%s answers as %s', async (path, type) => {
  const response = await site().routes.request(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
});

test('who has a sitemap already is told so, and it travels compressed', async () => {
  const { routes } = site();
  const headers = { 'Accept-Encoding': 'gzip' };
  const first = await routes.request('/sitemap.xml', { headers });
  expect(first.headers.get('content-encoding')).toBe('gzip');
  const tag = first.headers.get('etag') ?? '';
  const again = await routes.request('/sitemap.xml', { headers: { ...headers, 'If-None-Match': tag } });
  expect(again.status).toBe(304);
});

test.each(['/sitemap.xml?part=1', '/sitemap.xml?part=0', '/sitemap.xml?part=x', '/fr/sitemap.xml', '/fr/feed.xml'])(
  'there is no %s',
  async (path) => {
    expect((await site().routes.request(path)).status).toBe(404);
  },
);

test('a feed has the name that the owner published for the site, once it is published', async () => {
  const { store, text } = site();
  expect(await text('/feed.xml')).toContain(`<title>${siteConfig.name.es}</title>`);
  const ref = publications.at('es', SITE_IDENTITY, SITE_IDENTITY);
  const fields = { name: 'Clínica Norte', description: 'Al norte' };
  const about = { itemId: SITE_IDENTITY, type: SITE_IDENTITY, language: 'es', title: 'Identidad', slug: SITE_IDENTITY };
  const body = { type: 'doc' as const, content: [] };
  const times = { firstPublishedAt: 1, publishedAt: 1, revision: 1 };
  const rest = { summary: '', seo: {}, tags: [], sourceLanguage: 'es', ...times };
  await store.commit([setDocument(ref, { ...about, ...rest, body, fields })]);
  await expect.poll(() => text('/feed.xml')).toContain('<title>Clínica Norte</title>');
  expect(await text('/feed.xml')).toContain('<subtitle>Al norte</subtitle>');
  expect(await text('/en/feed.xml')).toContain(`<title>${siteConfig.name.en}</title>`);
});
