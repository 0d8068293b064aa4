import { expect, test } from 'vitest';
import site from '#site-config';
import type { SiteBlock } from '../site-blocks/site-block.ts';
import type { SiteConfig } from './site-config.ts';
import { validateSiteConfig } from './validate-site-config.ts';

/** Problems of the shipped configuration after a change. */
function problemsAfter(change: (config: SiteConfig) => void): string[] {
  const config = structuredClone(site);
  change(config);
  return validateSiteConfig(config);
}

const typeOf = (config: SiteConfig, key: string) => {
  const type = config.contentTypes.find((candidate) => candidate.key === key);
  if (!type) throw new Error(key);
  return type;
};

const videoBlock = (rest: Partial<SiteBlock>): SiteBlock => ({
  key: 'video',
  labels: { es: 'Video', en: 'Video' },
  icon: 'lucide:video',
  fields: [],
  ...rest,
});

test('the shipped configuration has no problem', () => {
  expect(validateSiteConfig(site)).toEqual([]);
});

test.each<[string, (config: SiteConfig) => void, string]>([
  [
    'more languages than can be published in one commit',
    (config) => {
      const [first] = config.locales;
      const codes = [...'abcdefghij'].flatMap((one) => [...'abcdef'].map((other) => `${one}${other}`));
      if (first) config.locales.push(...codes.map((code) => ({ ...first, code })));
    },
    'locales: a site has at most 60 languages',
  ],
  [
    'a segment that the product needs',
    (config) => {
      typeOf(config, 'news').segments.es = 'admin';
    },
    'contentTypes.news.segments.es: the path "/admin" is taken by the product',
  ],
  [
    'an entry of a shared list with something else than texts in each language',
    (config) => {
      const day = { key: 'day', kind: 'date', localized: true, labels: { es: 'Día', en: 'Day' } } as const;
      const labels = { es: 'Fechas', en: 'Dates' };
      typeOf(config, 'news').fields.push({ key: 'dates', kind: 'list', of: [day], localized: false, labels });
    },
    'contentTypes.news.fields.dates.day: of a shared list, only a text can be localized',
  ],
  [
    'a segment that is a language',
    (config) => {
      typeOf(config, 'news').segments.es = 'en';
    },
    'contentTypes.news.segments.es: the path "/en" is taken by the product',
  ],
  [
    'a page at a path of the product',
    (config) => {
      config.pages = { search: { es: 'Buscar', en: 'Search' } };
    },
    'pages.search: the path "/search" is taken by the product',
  ],
  [
    'a time after one that is not beside it',
    (config) => {
      const time = { kind: 'time', after: 'opens', localized: false, labels: { es: 'Cierra', en: 'Closes' } } as const;
      typeOf(config, 'news').fields = [{ ...time, key: 'closes' }];
    },
    'contentTypes.news.fields.closes.after: there is no time "opens" beside it',
  ],
  [
    'a page at the address of a listing',
    (config) => {
      config.pages = { noticias: { es: 'Noticias', en: 'News' } };
    },
    'pages.noticias: "/noticias" is the address of the content type "news"',
  ],
  [
    'a block for texts that stands twice',
    (config) => {
      config.blocks = [videoBlock({}), videoBlock({})];
    },
    'blocks: the key "video" stands twice',
  ],
  [
    'a block without its name in a language',
    (config) => {
      config.blocks = [videoBlock({ labels: { es: 'Video' } })];
    },
    'blocks.video.labels: the text in "en" is missing',
  ],
  [
    'a source that is more than an origin',
    (config) => {
      config.blocks = [videoBlock({ sources: { 'frame-src': ["https://a.org; script-src 'unsafe-inline'"] } })];
    },
    'blocks.video.sources.frame-src.0: must be an origin such as "https://example.org"',
  ],
  [
    'a key that the product needs',
    (config) => {
      typeOf(config, 'news').key = 'search';
      config.navigation = [];
    },
    'contentTypes.search.key: the path "/search" is taken by the product',
  ],
  [
    'two types with one segment',
    (config) => {
      typeOf(config, 'news').segments.en = 'studies-x';
      typeOf(config, 'articles').segments.en = 'studies-x';
    },
    'contentTypes.articles.segments.en: "studies-x" is also the segment of "news"',
  ],
  [
    'a segment that is the key of another type',
    (config) => {
      typeOf(config, 'news').segments.es = 'studies';
    },
    'contentTypes.news.segments.es: "studies" is the key of another type',
  ],
  [
    'a segment that is no slug',
    (config) => {
      typeOf(config, 'news').segments.es = 'Año nuevo';
    },
    'contentTypes.news.segments.es: "Año nuevo" is not a slug: lowercase letters a–z and digits, joined by single hyphens',
  ],
  [
    'a label that lacks a language',
    (config) => {
      delete typeOf(config, 'news').labels.singular.en;
    },
    'contentTypes.news.labels.singular: the text in "en" is missing',
  ],
  [
    'two types with one key',
    (config) => {
      typeOf(config, 'faqs').key = 'pages';
    },
    'contentTypes: the key "pages" stands twice',
  ],
  [
    'two fields with one key',
    (config) => {
      typeOf(config, 'articles').fields.push(...typeOf(config, 'articles').fields);
    },
    'contentTypes.articles.fields: the key "reviewedOn" stands twice',
  ],
  [
    'a relation to nothing',
    (config) => {
      typeOf(config, 'news').fields.push({
        key: 'study',
        kind: 'relation',
        type: 'study',
        localized: false,
        labels: { es: 'Estudio', en: 'Exam' },
      });
    },
    'contentTypes.news.fields.study: there is no content type "study"',
  ],
  [
    'a rich text without a language',
    (config) => {
      typeOf(config, 'news').fields.push({
        key: 'note',
        kind: 'rich-text',
        localized: false,
        labels: { es: 'Nota', en: 'Note' },
      });
    },
    'contentTypes.news.fields.note: a rich text is written in a language; it must be localized',
  ],
  [
    'navigation to nothing',
    (config) => {
      config.navigation.push('Our studies');
    },
    'navigation: "Our studies" is neither a content type with a listing nor a page',
  ],
  [
    'navigation to a type without a listing',
    (config) => {
      config.navigation.push('faqs');
    },
    'navigation: "faqs" is neither a content type with a listing nor a page',
  ],
  [
    'a malformed language tag',
    (config) => {
      config.locales[0] = { code: 'es', language: 'es_MX', name: 'Español', direction: 'ltr' };
    },
    'locales.es.language: "es_MX" is not a BCP 47 language tag such as "es-MX"',
  ],
  [
    'a default language that the site does not have',
    (config) => {
      config.defaultLocale = 'fr';
    },
    'defaultLocale: "fr" is not among the locales',
  ],
  [
    'an unknown time zone',
    (config) => {
      config.timeZone = 'America/Guadalajara';
    },
    'timeZone: "America/Guadalajara" is not a time zone such as "America/Mexico_City"',
  ],
  [
    'a malformed pattern',
    (config) => {
      config.routeRules['/a/**/b'] = { redirect: '/c' };
    },
    'routeRules "/a/**/b": "**" stands at the end only',
  ],
  [
    'a header that is the server’s own',
    (config) => {
      config.routeRules['/a'] = { headers: { 'Content-Length': '1' } };
    },
    'routeRules./a.headers: must be headers, without those that only the server can set',
  ],
  [
    'a header of two lines',
    (config) => {
      config.routeRules['/a'] = { headers: { 'X-A': 'a\r\nSet-Cookie: b' } };
    },
    'routeRules./a.headers.X-A: must be one line of printable ASCII characters',
  ],
  [
    'an icon service that is no origin',
    (config) => {
      config.icons = { service: ['https://icons.example/v1'] };
    },
    'icons.service.0: must be an origin such as "https://api.iconify.design"',
  ],
  [
    'a language in the wrong direction',
    (config) => {
      config.locales.push({ code: 'ar', language: 'ar-EG', name: 'العربية', direction: 'ltr' });
    },
    'locales.ar.direction: "ar-EG" is written from right to left',
  ],
  [
    'a redirect to nowhere',
    (config) => {
      config.routeRules['/a'] = { redirect: 'javascript:alert(1)' };
    },
    'routeRules "/a": "javascript:alert(1)" is neither a path of the site nor an http(s) address',
  ],
  [
    'a misspelt member',
    (config) => {
      Object.assign(config, { timezone: 'America/Mexico_City' });
    },
    'the configuration: Unrecognized key: "timezone"',
  ],
  [
    'a key with capital letters',
    (config) => {
      typeOf(config, 'news').key = 'News';
    },
    'contentTypes.News.key: must be lowercase letters, digits and hyphens',
  ],
])('reports %s', (_what, change, problem) => {
  expect(problemsAfter(change)).toContain(problem);
});

test('the navigation may name a page of the team, unless the site has no pages', () => {
  expect(problemsAfter((config) => config.navigation.push('how-to-find-us'))).toEqual([]);
  const withoutPages = problemsAfter((config) => {
    config.contentTypes = config.contentTypes.filter(({ key }) => key !== 'pages');
    config.navigation.push('how-to-find-us');
  });
  expect(withoutPages).toEqual(['navigation: "how-to-find-us" is neither a content type with a listing nor a page']);
});
