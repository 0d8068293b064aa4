import { expect, test } from 'vitest';
import config from '#site-config';
import type { PublicationCard } from '../content/publication.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { createSitemapPages, type SitemapPage, writeSitemap } from './sitemap.ts';

const origin = 'https://example.org';
const at = Date.UTC(2026, 0, 2);

function card(over: Partial<PublicationCard>): PublicationCard {
  return {
    language: 'es',
    contentLanguage: over.language ?? 'es',
    itemId: 'x',
    type: 'studies',
    slug: 'x',
    title: 'x',
    summary: '',
    fields: {},
    tags: [],
    readingMinutes: 1,
    firstPublishedAt: at,
    publishedAt: at,
    ...over,
  };
}

async function sitemap(
  cards: PublicationCard[],
  { pages: own = {}, ...options }: { locale?: string } & Pick<SiteConfig, 'pages'> = {},
): Promise<string> {
  const pages = createSitemapPages({ ...config, pages: own });
  for (const card of cards) pages.add(card);
  const files = await writeSitemap(pages.all(), { set: config, origin, path: '/sitemap.xml', ...options });
  return files[0] ?? '';
}

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
const entryOf = (xml: string, address: string) =>
  xml.split('\n').find((line) => line.includes(`<loc>${address}</loc>`)) ?? '';

const both = [card({ slug: 'torax' }), card({ language: 'en', slug: 'chest' })];

test('the unprefixed sitemap has the canonical addresses of every language, a prefixed one those of its own', async () => {
  const own = (xml: string) => addresses(xml).filter((address) => /torax|chest/.test(address ?? ''));
  expect(own(await sitemap(both))).toEqual([`${origin}/estudios/torax`, `${origin}/en/studies/chest`]);
  expect(own(await sitemap(both, { locale: 'en' }))).toEqual([`${origin}/en/studies/chest`]);
  expect(own(await sitemap(both, { locale: 'es' }))).toEqual([`${origin}/estudios/torax`]);
});

test('the listings are in it, whatever is published', async () => {
  const found = addresses(await sitemap([]));
  expect(found).toEqual(expect.arrayContaining([`${origin}/noticias`, `${origin}/en/news`]));
});

test('home is in it first, in the languages in which it is published, changed with anything on the site', async () => {
  const home = (language: string) => card({ type: 'pages', itemId: 'home', slug: 'home', language });
  const homes = (xml: string) =>
    addresses(xml).filter((address) => address === `${origin}/` || address === `${origin}/en`);
  expect(homes(await sitemap(both))).toEqual([]);
  expect(homes(await sitemap([...both, home('es')]))).toEqual([`${origin}/`]);
  const xml = await sitemap([...both, home('es'), home('en'), card({ slug: 'b', publishedAt: at + 86_400_000 })]);
  expect(addresses(xml).slice(0, 2)).toEqual([`${origin}/`, `${origin}/en`]);
  expect(entryOf(xml, `${origin}/`)).toContain('<lastmod>2026-01-03T00:00:00.000Z</lastmod>');
});

test('pages that are written as code are in it in every language', async () => {
  const found = addresses(await sitemap([], { pages: { visit: { es: 'Visita', en: 'Visit' } } }));
  expect(found).toEqual(expect.arrayContaining([`${origin}/visit`, `${origin}/en/visit`]));
});

test('pages stand below the root, home only once, questions not at all', async () => {
  const found = addresses(
    await sitemap([
      card({ type: 'pages', itemId: 'about', slug: 'about' }),
      card({ type: 'pages', itemId: 'home', slug: 'home' }),
      card({ type: 'faqs', itemId: 'q', slug: 'q' }),
    ]),
  );
  expect(found.filter((address) => address === `${origin}/`)).toHaveLength(1);
  expect(found).toContain(`${origin}/about`);
  expect(found.some((address) => /faq|home|[#]/.test(address ?? ''))).toBe(false);
});

test('every language of a page names all of them, and the default one for everybody else', async () => {
  const expected = [
    `<xhtml:link rel="alternate" hreflang="es-MX" href="${origin}/estudios/torax"/>`,
    `<xhtml:link rel="alternate" hreflang="en-US" href="${origin}/en/studies/chest"/>`,
    `<xhtml:link rel="alternate" hreflang="x-default" href="${origin}/estudios/torax"/>`,
  ].join('');
  const xml = await sitemap(both);
  expect(entryOf(xml, `${origin}/estudios/torax`)).toContain(expected);
  expect(entryOf(xml, `${origin}/en/studies/chest`)).toContain(expected);
});

test('a page of one language has no alternates', async () => {
  expect(entryOf(await sitemap([card({ slug: 'solo' })]), `${origin}/estudios/solo`)).not.toContain('xhtml:link');
});

test("a page with another language's text is not in it", async () => {
  const found = addresses(
    await sitemap([card({ slug: 'x' }), card({ language: 'en', contentLanguage: 'es', slug: 'x' })]),
  );
  expect(found).toContain(`${origin}/estudios/x`);
  expect(found).not.toContain(`${origin}/en/studies/x`);
});

test('a page says when it last changed, a listing when any of its items did', async () => {
  const xml = await sitemap([card({ slug: 'a' }), card({ itemId: 'y', slug: 'b', publishedAt: at + 86_400_000 })]);
  expect(entryOf(xml, `${origin}/estudios/a`)).toContain('<lastmod>2026-01-02T00:00:00.000Z</lastmod>');
  expect(entryOf(xml, `${origin}/estudios`)).toContain('<lastmod>2026-01-03T00:00:00.000Z</lastmod>');
  expect(entryOf(xml, `${origin}/noticias`)).not.toContain('lastmod');
});

test('an item of a type that the site no longer has is left out', async () => {
  expect(await sitemap([card({ type: 'gone', slug: 'gone' })])).not.toContain('gone');
});

function many(count: number): SitemapPage[] {
  return Array.from({ length: count }, (_, n) => ({ paths: { es: `/p/${n}` }, lastModified: {} }));
}

test('more addresses than one file may have are cut into parts, named by an index', async () => {
  const options = { set: config, origin, path: '/es/sitemap.xml' };
  const files = await writeSitemap(many(25), { ...options, limits: { urls: 10, bytes: 1e6 } });
  expect(addresses(files[0] ?? '')).toEqual([1, 2, 3].map((part) => `${origin}/es/sitemap.xml?part=${part}`));
  expect(files[0]).toContain('<sitemapindex');
  expect(files.slice(1).map((file) => addresses(file).length)).toEqual([10, 10, 5]);
  expect(await writeSitemap(many(10), { ...options, limits: { urls: 10, bytes: 1e6 } })).toHaveLength(1);
});

test('no file is larger than it may be', async () => {
  const files = await writeSitemap(many(50), {
    set: config,
    origin,
    path: '/sitemap.xml',
    limits: { urls: 1e6, bytes: 900 },
  });
  for (const file of files.slice(1)) expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(900);
  expect(files.slice(1).flatMap(addresses)).toHaveLength(50);
});
