import { join } from 'node:path';
import { expect } from '@playwright/test';
import { proposeSlug } from '#core/content-types/slugs.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import clinic from '../fixtures/clinic/site.config.ts';
import { ROOT } from '../helpers/project-root.ts';
import { EXTENSION_FILES } from '../helpers/servers/extended-site.ts';
import { CLONE, deleteSample, type Library, test } from './adopted-project.ts';
import { expectedTexts } from './expected-texts.ts';
import { platformWords, textBelow, textsOf, wordsIn } from './sample-words.ts';
import { takeScreenshots } from './screenshots.ts';
import { notSetUp, setUpSite } from './set-up-site.ts';
import { type Visits, visitPages } from './visit-pages.ts';

const CONFIGURATIONS: { languages: Locale[]; withoutSample?: true; setUp?: true }[] = [
  { languages: ['en', 'es'] },
  { languages: ['en', 'es', 'fr'] },
  { languages: ['en'], withoutSample: true },
  { languages: ['en', 'ar'], setUp: true },
];

for (const { languages, withoutSample, setUp } of CONFIGURATIONS) {
  test(`a library in ${languages.join(', ')} is complete, and nothing else`, async ({ adopt, browser }) => {
    if (withoutSample) await deleteSample();
    const library = await test.step('configures, builds, starts and imports', () => adopt(languages));
    const { site, config } = library;
    const sitemap = await readSitemap(site.origin);
    const missing = languages.map((code) => localizePath(config, code, '/no-such-page'));
    const visits = await test.step('looks at every page', () =>
      visitPages(browser, [...sitemap.keys(), ...missing, ...otherPages(library)], {
        origin: site.origin,
        missing,
        follow: (path, { links }) => (isListing(library, path) ? links.filter(hasQuery).map(withoutOrigin) : []),
      }));
    expect.soft(visits.problems, 'what is wrong with which page').toEqual({});
    expect.soft(directionProblems(library, visits), 'language and direction').toEqual([]);
    expect.soft(alternateProblems(library, visits, sitemap), 'hreflang').toEqual([]);
    expect.soft(missingContent(library, visits), 'content that no page shows').toEqual([]);
    expect.soft(wordsOfSample(library, visits), 'words of the sample').toEqual({});
    expect
      .soft(
        site.errors.filter((line) => !EXPECTED.test(line)),
        'what the server reports',
      )
      .toEqual([]);
    if (setUp) {
      await test.step('is set up by its owner through the admin area alone', async () => {
        await setUpSite(library, browser);
        await expect.poll(() => notSetUp(library), 'what pages lack of it').toEqual({});
        const pages = languages.flatMap((code) =>
          ['/', '/contact', '/about/clubs'].map((path) => localizePath(config, code, path)),
        );
        const { problems } = await visitPages(browser, pages, { origin: site.origin, missing: [], follow: () => [] });
        expect.soft(problems, 'what is wrong with which page then').toEqual({});
      });
    }
    const folder = process.env.ADOPTION_SCREENSHOTS;
    if (folder) {
      const paths = languages.flatMap((code) => examplePages(library, code));
      await takeScreenshots(browser, join(folder, languages.join('-')), { origin: site.origin, paths });
    }
  });
}

/** A page of each kind. */
function examplePages({ config, items }: Library, code: Locale): string[] {
  const examples = items.filter(({ id }) => ['book-1', 'guide', 'night-of-books', 'about'].includes(id));
  const paths = examples.flatMap(({ type, languages }) => {
    const text = languages[code];
    if (!text) return [];
    const slug = text.slug ?? proposeSlug(text.title, code);
    return type === 'pages'
      ? [`/${slug}`]
      : [`/${config.contentTypes.find(({ key }) => key === type)?.segments[code]}/${slug}`];
  });
  const listings = ['books', 'exhibitions'].map(
    (type) => `/${config.contentTypes.find(({ key }) => key === type)?.segments[code]}`,
  );
  const others = ['/', '/contact', '/faq', '/visit', '/search?q=2', '/no-such-page', '/admin/signin'];
  return [...others, ...listings, ...paths].map((path) => localizePath(config, code, path));
}

/** What the server tells about a site that is begun: texts to be written, pages to be published. */
const EXPECTED = /Building the site|"missing":\[|its link appears once one is/;

const hasQuery = (address: string) => address.includes('?');
const withoutOrigin = (address: string) => address.replace(/^https?:\/\/[^/]+/, '') || '/';

/** The languages of each page in the sitemap, by path. */
async function readSitemap(origin: string): Promise<Map<string, string[]>> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  const entries = [...text.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']): [string, string[]] => {
    const address = /<loc>([^<]+)/.exec(entry)?.[1] ?? '';
    return [withoutOrigin(address), [...entry.matchAll(/hreflang="([^"]+)"/gi)].map(([, tag = '']) => tag).sort()];
  });
  return new Map(entries);
}

/** Pages that the sitemap leaves out. */
function otherPages({ config }: Library): string[] {
  return config.locales.flatMap(({ code }) =>
    ['/search', '/search?q=2', '/search?q=zzzz', '/admin/signin', '/admin/signup', '/admin/reset'].map((path) =>
      localizePath(config, code, path),
    ),
  );
}

function isListing({ config }: Library, path: string): boolean {
  const [address = ''] = path.split('?');
  const segment = address.split('/').at(-1) ?? '';
  return config.contentTypes.some(({ segments }) => Object.values(segments).includes(segment));
}

function localeOf({ config }: Library, path: string): Locale {
  return splitLocale(config, path.split('?')[0] ?? '').locale;
}

function directionProblems(library: Library, { pages }: Visits): string[] {
  return [...pages].flatMap(([path, { lang, dir }]) => {
    const { language, direction } = localeDefinition(library.config, localeOf(library, path));
    const expected = `${language} ${direction}`;
    return expected === `${lang} ${dir || 'ltr'}` ? [] : [`${path} is ${lang} ${dir}, not ${expected}`];
  });
}

/** Every page names all of its languages, and these name it; the sitemap names the same. */
function alternateProblems({ config, site }: Library, { pages }: Visits, sitemap: Map<string, string[]>): string[] {
  return [...sitemap].flatMap(([path, tags]) => {
    const { canonical, alternates = {} } = pages.get(path) ?? {};
    const problems: string[] = [];
    if (canonical !== site.origin + (path === '/' ? '/' : path))
      problems.push(`${path} has the canonical ${canonical}`);
    const own = Object.keys(alternates).sort();
    if (own.join() !== tags.join()) problems.push(`${path} names ${own}, the sitemap ${tags}`);
    for (const [tag, address] of Object.entries(alternates)) {
      const other = pages.get(withoutOrigin(address));
      const language = tag === 'x-default' ? undefined : tag;
      if (!other) problems.push(`${path} names ${address}, which is not in the sitemap`);
      else if (JSON.stringify(other.alternates) !== JSON.stringify(alternates))
        problems.push(`${path} and ${address} name different languages`);
      else if (language !== undefined && other.lang !== language) problems.push(`${address} is not in ${language}`);
    }
    const known = config.locales.length === 1 ? own.length <= 2 : own.length === 0 || own.includes('x-default');
    if (!known) problems.push(`${path} has the languages ${own}`);
    return problems;
  });
}

/** Texts of the content that their pages or lists lack. */
function missingContent(library: Library, { pages }: Visits): string[] {
  const { config, items } = library;
  const inLanguage = (locale: Locale) => [...pages].filter(([path]) => localeOf(library, path) === locale);
  return items.flatMap((item) =>
    Object.entries(item.languages).flatMap(([locale, { title }]) => {
      const type = config.contentTypes.find(({ key }) => key === item.type);
      const found = inLanguage(locale);
      const isQuestion = type?.appearsAs === 'faq';
      const [path, facts] =
        found.find(([path, { heading }]) => (isQuestion ? path.endsWith('/faq') : heading === title)) ?? [];
      const name = `${item.id} in ${locale}`;
      if (!facts) return [`${name} has no page`];
      const { shown, hidden } = expectedTexts(config, items, item, locale);
      const texts = facts.text;
      const problems = [
        ...shown.filter((text) => !texts.includes(text.replace(/\s+/g, ' '))).map((text) => `${path} lacks “${text}”`),
        ...hidden.filter((text) => texts.includes(text)).map((text) => `${path} shows “${text}”`),
      ];
      const listed = found.filter(([path, { text }]) => isListing(library, path) && text.includes(title));
      if (type?.appearsAs === 'collection' && listed.length === 0) problems.push(`${name} is in no listing`);
      const languages = Object.keys(item.languages).map((code) => localeDefinition(config, code).language);
      if (!isQuestion && languages.length > 1) {
        const named = Object.keys(facts.alternates);
        const missing = languages.filter((language) => !named.includes(language));
        if (missing.length > 0) problems.push(`${path} does not name ${missing}`);
      }
      return problems;
    }),
  );
}

/** Words of the sample's configuration and content that the library and the interface do not have, with their pages. */
function wordsOfSample({ config, items }: Library, { pages }: Visits): { [word: string]: string } {
  const own = wordsIn(
    [
      textsOf([config, items]),
      textBelow(join(CLONE, 'locales')),
      ...Object.values(EXTENSION_FILES),
      platformWords(config.locales.map(({ language }) => language)),
    ].join('\n'),
  );
  const sample = wordsIn(textsOf(clinic) + textBelow(join(ROOT, 'sample')));
  const found: { [word: string]: string } = {};
  for (const [path, { text }] of pages) {
    for (const word of wordsIn(text)) if (sample.has(word) && !own.has(word)) found[word] ??= path;
  }
  return found;
}
