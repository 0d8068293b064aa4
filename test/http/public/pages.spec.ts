import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import {
  CODES,
  canonicalPath,
  canonicalPaths,
  LANGUAGES,
  PAGE_TABLE,
  SEGMENTS,
  TYPES,
  urlForms,
} from '../../helpers/data-folders/sample-site.ts';
import type { DocumentFacts, DocumentReader } from '../../helpers/requests/read-document.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

async function open(request: APIRequestContext, reader: DocumentReader, path: string): Promise<DocumentFacts> {
  const response = await request.get(path, { maxRedirects: 0 });
  const answered = { status: response.status(), type: response.headers()['content-type'] };
  expect(answered, path).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  return reader.read(await response.text());
}

/** All values of `@type` in a page's JSON-LD. */
function typesOf(jsonLd: string[]): string[] {
  const types: string[] = [];
  for (const text of jsonLd) {
    JSON.parse(text, (key, value) => {
      if (key === '@type') types.push(value);
      return value;
    });
  }
  return [...new Set(types)];
}

/** What a page says about itself. */
function factsOf(page: DocumentFacts) {
  const { lang, headings, title, description, robots, canonical, alternates, openGraph, jsonLd } = page;
  const said = { lang, headings, title, description, robots, canonical, alternates, openGraph };
  return { ...said, types: typesOf(jsonLd), jsonLd: jsonLd.join() };
}

for (const { name, paths, types } of PAGE_TABLE) {
  test(`${name} answers in every form of its address, and says what it is`, async ({ request, reader, baseURL }) => {
    const alternates: { [language: string]: string } = {};
    for (const code of CODES) {
      const path = paths[code];
      if (path !== undefined) alternates[LANGUAGES[code]] = baseURL + canonicalPath(code, path);
    }
    const inBoth = Object.keys(alternates).length === CODES.length;
    const expectedAlternates = inBoth ? { ...alternates, 'x-default': alternates['es-MX'] ?? '' } : {};
    for (const code of CODES) {
      const path = paths[code];
      if (path === undefined) continue;
      for (const form of urlForms(code, path)) {
        const page = await open(request, reader, form);
        const canonical = baseURL + canonicalPath(code, path);
        expect(factsOf(page), form).toEqual({
          lang: LANGUAGES[code],
          headings: [expect.stringMatching(/\S/)],
          title: expect.stringMatching(/\S/),
          description: expect.stringMatching(/^.{41,}$/s),
          robots: undefined,
          canonical: [canonical],
          alternates: expectedAlternates,
          openGraph: expect.objectContaining({
            url: canonical,
            locale: LANGUAGES[code].replace('-', '_'),
            description: page.description,
            title: expect.stringMatching(/\S/),
            type: expect.stringMatching(/^(website|article)$/),
            image: expect.stringMatching(`^${baseURL}/media/.+\\.jpg(\\?v=\\d+)?$`),
            'image:alt': expect.stringMatching(/\S/),
          }),
          types: expect.arrayContaining(types),
          jsonLd: expect.not.stringContaining('undefined'),
        });
      }
    }
  });
}

test('no two pages of a language share a title or a description', async ({ request, reader }) => {
  const seen = new Map<string, string>();
  const shared: string[] = [];
  for (const { code, path } of canonicalPaths()) {
    const page = await open(request, reader, path);
    for (const fact of ['title', 'description'] as const) {
      const value = `${code} ${fact} ${page[fact]}`;
      const other = seen.get(value);
      if (other !== undefined) shared.push(`${path} has the ${fact} of ${other}`);
      seen.set(value, path);
    }
  }
  expect(shared).toEqual([]);
});

test('the Open Graph picture of a page is a picture of the size that it says', async ({ request, reader }) => {
  for (const path of ['/', '/estudios/doppler-carotideo', '/estudios', '/en/contact', '/privacy-policy', '/search']) {
    const { openGraph } = await open(request, reader, path);
    const { data, info } = await sharp(await (await request.get(openGraph.image ?? '')).body())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([Number(openGraph['image:width']), Number(openGraph['image:height'])]);
    expect(data).toHaveLength(info.width * info.height * info.channels);
  }
});

for (const type of TYPES) {
  test(`the key "${type}" leads for good to the type's own word in each language`, async ({ request }) => {
    const follow = async (path: string) => {
      const response = await request.get(path, { maxRedirects: 0 });
      return [response.status(), response.headers().location];
    };
    const spanish = `/${SEGMENTS[type].es}`;
    for (const prefix of ['', '/es']) {
      expect(await follow(`${prefix}/${type}`)).toEqual([301, spanish]);
      expect(await follow(`${prefix}/${type}?tag=chest`)).toEqual([301, `${spanish}?tag=chest`]);
      expect(await follow(`${prefix}/${type}/algo`)).toEqual([301, `${spanish}/algo`]);
    }
    expect(await follow(`/en/${type}`)).toEqual([200, undefined]);
  });
}
