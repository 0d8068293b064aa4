import type { APIRequestContext } from '@playwright/test';
import { type Code, canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import type { DocumentReader } from '../../helpers/requests/read-document.ts';
import { findSitemapViolations } from '../../helpers/requests/validate-sitemap.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

const FORMS: { path: string; codes: Code[] }[] = [
  { path: '/sitemap.xml', codes: ['es', 'en'] },
  { path: '/es/sitemap.xml', codes: ['es'] },
  { path: '/en/sitemap.xml', codes: ['en'] },
];

interface SitemapEntry {
  address: string;
  alternates: { [language: string]: string };
}

async function readSitemap(request: APIRequestContext, reader: DocumentReader, path: string): Promise<SitemapEntry[]> {
  const { children } = await reader.readXml(await (await request.get(path)).text());
  return children.map(({ children: parts }) => ({
    address: parts.find(({ name }) => name === 'loc')?.text ?? '',
    alternates: Object.fromEntries(
      parts
        .filter(({ name }) => name === 'xhtml:link')
        .map(({ attributes }) => [attributes.hreflang ?? '', attributes.href ?? '']),
    ),
  }));
}

for (const { path, codes } of FORMS) {
  test(`${path} is valid against the sitemap schema`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8');
    expect(await findSitemapViolations(await response.text())).toEqual([]);
  });

  test(`${path} names every page of its languages, and nothing else`, async ({ request, reader, baseURL }) => {
    const expected = canonicalPaths().filter(({ code }) => codes.includes(code));
    const found = (await readSitemap(request, reader, path)).map(({ address }) => address);
    expect(found.toSorted()).toEqual(expected.map((page) => baseURL + page.path).toSorted());
  });
}

test('the schema check finds what is wrong', async () => {
  const wrap = (entry: string) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entry}</urlset>`;
  for (const entry of [
    '<url><lastmod>2026-01-01</lastmod><loc>https://example.org/</loc></url>',
    '<url><loc>https://example.org/</loc><lastmod>yesterday</lastmod></url>',
    '<url><loc>https://example.org/</loc><xhtml:link rel="alternate" href="https://example.org/en"/></url>',
  ]) {
    expect(await findSitemapViolations(wrap(entry))).not.toEqual([]);
  }
  expect(await findSitemapViolations(wrap('<url><loc>https://example.org/</loc></url>'))).toEqual([]);
});

test('each address of the sitemap answers, names itself canonical, and has the alternates that the sitemap says', async ({
  request,
  reader,
}) => {
  const entries = await readSitemap(request, reader, '/sitemap.xml');
  for (const { address, alternates } of entries) {
    const response = await request.get(address, { maxRedirects: 0 });
    expect(response.status(), address).toBe(200);
    const page = await reader.read(await response.text());
    const said = [page.canonical, page.robots, page.alternates];
    expect(said, address).toEqual([[address], undefined, alternates]);
  }
});

test('robots.txt names every sitemap and keeps crawlers out of what is not for them', async ({ request, baseURL }) => {
  const response = await request.get('/robots.txt');
  expect(response.status()).toBe(200);
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(expect.arrayContaining(FORMS.map(({ path }) => `Sitemap: ${baseURL}${path}`)));
  expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /admin', 'Disallow: /en/admin']));
  expect(lines).not.toContain('Disallow: /');
});
