import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { HAS_SAMPLE } from '../has-sample.ts';
import { ROOT } from '../project-root.ts';

export const LANGUAGES = { es: 'es-MX', en: 'en-US' } as const;
export type Code = keyof typeof LANGUAGES;
export const CODES: Code[] = ['es', 'en'];

/** The types with a listing, and their address segments by language. */
export const SEGMENTS = {
  studies: { es: 'estudios', en: 'studies' },
  articles: { es: 'articulos', en: 'articles' },
  news: { es: 'noticias', en: 'news' },
} as const;
export type TypeKey = keyof typeof SEGMENTS;
export const TYPES: TypeKey[] = ['studies', 'articles', 'news'];

export interface SampleItem {
  id: string;
  type: string;
  languages: { [code in Code]?: { title: string; slug?: string } };
}

/** The sample site's items, from their files. */
function readSample(type: string): SampleItem[] {
  const folder = join(ROOT, 'sample', type);
  if (!HAS_SAMPLE) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(join(folder, name), 'utf8')) as SampleItem);
}

/** A page in the seed's table. */
export interface TablePage {
  name: string;
  /** Without a language prefix; missing in languages without the page. */
  paths: { [code in Code]?: string };
  /** The types of its JSON-LD. */
  types: string[];
}

const ITEM_TYPES: { [type in TypeKey]: string[] } = {
  studies: ['WebPage', 'MedicalTest', 'BreadcrumbList'],
  articles: ['Article', 'BreadcrumbList'],
  news: ['NewsArticle', 'BreadcrumbList'],
};

const TOPIC_SEGMENTS: { [code in Code]: string } = { es: 'temas', en: 'topics' };

function pagesOf(type: string, segments: { [code in Code]: string }, types: string[]): TablePage[] {
  return readSample(type).map((item) => ({
    name: `${type}/${item.id}`,
    paths: Object.fromEntries(
      CODES.flatMap((code) => {
        const slug = item.languages[code]?.slug;
        return slug === undefined ? [] : [[code, `/${segments[code]}/${slug}`]];
      }),
    ),
    types,
  }));
}

/** Every page of the public site with its own address. */
export const PAGE_TABLE: TablePage[] = [
  { name: 'home', paths: { es: '/', en: '/' }, types: ['MedicalClinic', 'WebSite'] },
  { name: 'faq', paths: { es: '/faq', en: '/faq' }, types: ['FAQPage', 'Question', 'Answer'] },
  ...['about', 'contact', 'privacy-policy'].map((name) => ({
    name,
    paths: { es: `/${name}`, en: `/${name}` },
    types: [],
  })),
  ...[
    { es: 'su-visita', en: 'your-visit' },
    { es: 'para-medicos', en: 'for-doctors' },
  ].map(({ es, en }) => ({
    name: `the page ${en} below another one`,
    paths: { es: `/about/${es}`, en: `/about/${en}` },
    types: ['BreadcrumbList'],
  })),
  ...TYPES.map((type) => ({
    name: `the listing of ${type}`,
    paths: { es: `/${SEGMENTS[type].es}`, en: `/${SEGMENTS[type].en}` },
    types: ['CollectionPage', 'ItemList', 'ListItem'],
  })),
  ...TYPES.flatMap((type) => pagesOf(type, SEGMENTS[type], ITEM_TYPES[type])),
  {
    name: 'the listing of topics',
    paths: { es: `/${TOPIC_SEGMENTS.es}`, en: `/${TOPIC_SEGMENTS.en}` },
    types: ['CollectionPage'],
  },
  ...pagesOf('topics', TOPIC_SEGMENTS, ['WebPage', 'BreadcrumbList']),
];

/** The canonical address of a page: Spanish has no prefix. */
export function canonicalPath(code: Code, path: string): string {
  if (code === 'es') return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/** All addresses of a page in a language. */
export function urlForms(code: Code, path: string): string[] {
  const prefixed = path === '/' ? `/${code}` : `/${code}${path}`;
  return code === 'es' ? [path, prefixed] : [prefixed];
}

/** The canonical addresses of all pages in the table. */
export function canonicalPaths(): { code: Code; path: string }[] {
  return PAGE_TABLE.flatMap(({ paths }) =>
    CODES.flatMap((code) => {
      const path = paths[code];
      return path === undefined ? [] : [{ code, path: canonicalPath(code, path) }];
    }),
  );
}

/** An address of each type of page that shows contents; a page and its other language, or one for the page that a language lacks. */
export const PAGE_TYPES: { [code in Code]: string }[] = [
  { es: '/', en: '/en' },
  { es: '/faq', en: '/en/faq' },
  { es: '/about', en: '/en/about' },
  { es: '/contact', en: '/en/contact' },
  { es: '/privacy-policy', en: '/en/privacy-policy' },
  { es: '/estudios', en: '/en/studies' },
  { es: '/noticias?tag=center', en: '/en/news?tag=center' },
  { es: '/estudios/doppler-carotideo', en: '/en/studies/carotid-doppler-ultrasound' },
  { es: '/articulos/la-radiacion-en-perspectiva', en: '/en/articles/radiation-in-perspective' },
  { es: '/noticias/nueva-sala-de-resonancia', en: '/en/news/new-mri-suite' },
  // For the missing language: this language's page with a notice.
  { es: '/en/studies/radiografia-panoramica-dental', en: '/en/studies/radiografia-panoramica-dental' },
];
