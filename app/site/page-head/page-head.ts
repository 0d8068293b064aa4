import type { MetaDescriptor } from 'react-router';
import type { Publication } from '#core/content/publication.ts';
import {
  type JsonLdContext,
  type JsonLdNode,
  organizationId,
  shortOrganizationJsonLd,
} from '#core/discovery/json-ld.ts';
import { TITLE_PICTURES, titlePicturePath } from '#core/discovery/title-picture-path.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { sharedPictureName } from '#core/media/picture-variants.ts';
import type { PublishedSite } from '#core/public-content/published-site.ts';
import type { PageServices } from '../../context/context.ts';
import type { CoverData } from '../pictures/picture-data.ts';

/** Metadata of a page for browsers, search engines and the language switcher. */
export interface PageHead {
  /** The page's title, to which the site's name is appended. */
  title: string;
  siteName: string;
  description: string;
  /** Absolute. Missing on pages excluded from search engines. */
  canonical?: string;
  /** The page's path in each language in which it can be read; targets of the switcher. */
  languages: { [locale: Locale]: string };
  /** Absolute URLs by `hreflang`; empty for a page in one language. */
  alternates: { language: string; href: string }[];
  /** The BCP 47 tag of the page's language with an underscore, as in Open Graph. */
  ogLocale: string;
  ogType: 'website' | 'article';
  /** Missing on pages whose pictures not everybody can load. */
  image?: { url: string; width: number; height: number; alt: string };
  noindex: boolean;
  jsonLd: JsonLdNode[];
}

export interface PageHeadInput {
  title: string;
  description: string;
  /** Paths in the languages in which the page is published. */
  published: { [locale: Locale]: string };
  /** Paths in further languages in which the page can be read. */
  readable?: { [locale: Locale]: string };
  /** Path of the canonical URL; default: the one in `published` for the page's language. */
  canonicalPath?: string;
  /** A query such as `?page=2`, appended to all published addresses. */
  search?: string;
  ogType?: 'website' | 'article';
  image?: { url: string; alt: string };
  noindex?: boolean;
  jsonLd?: JsonLdNode[];
}

const OG_IMAGE_SIZE = { width: 1200, height: 630 };

/** Computes the metadata of a page. */
export function createPageHead(services: PageServices, locale: Locale, input: PageHeadInput): PageHead {
  const { config, origin } = services;
  const search = input.search ?? '';
  const absolute = (path: string) => origin + path + search;
  const canonicalPath = input.canonicalPath ?? input.published[locale];
  const siteName = config.name[locale] ?? '';
  const noindex = input.noindex ?? config.isHidden ?? false;
  return {
    title: input.title,
    siteName,
    description: input.description,
    ...(canonicalPath ? { canonical: absolute(canonicalPath) } : {}),
    languages: { ...input.readable, ...mapValues(input.published, (path) => path + search) },
    alternates: noindex ? [] : alternatesOf(services, input.published, absolute),
    ogLocale: localeDefinition(config, locale).language.replace('-', '_'),
    ogType: input.ogType ?? 'website',
    image: {
      ...sharedBy(config, input.image ?? { url: titlePicturePath({ language: locale }), alt: siteName }, origin),
      ...OG_IMAGE_SIZE,
    },
    noindex,
    jsonLd: noindex ? (input.jsonLd ?? []) : withOrganization({ config, origin, locale }, input.jsonLd ?? []),
  };
}

/** What a page is shared with: the picture that the owner chose in place of a drawn title. */
function sharedBy({ sharePicture }: PublishedSite, { url, alt }: { url: string; alt: string }, origin: string) {
  const isDrawn = url.startsWith(TITLE_PICTURES);
  return { url: origin + (isDrawn && sharePicture ? `/media/${sharePicture.id}/og.jpg` : url), alt };
}

/** The nodes with the organization that they refer to, unless they have it. */
function withOrganization(context: JsonLdContext, nodes: JsonLdNode[]): JsonLdNode[] {
  const isThere = nodes.some((node) => node['@id'] === organizationId(context.origin));
  return isThere ? nodes : [shortOrganizationJsonLd(context), ...nodes];
}

/** The same path in every language. */
export function inEveryLanguage({ config }: PageServices, path: string): { [locale: Locale]: string } {
  return Object.fromEntries(config.locales.map(({ code }) => [code, localizePath(config, code, path)]));
}

function alternatesOf(
  { config }: PageServices,
  published: { [locale: Locale]: string },
  absolute: (path: string) => string,
) {
  const entries = config.locales.flatMap(({ code, language }) => {
    const path = published[code];
    return path ? [{ language, href: absolute(path) }] : [];
  });
  if (entries.length < 2) return [];
  const byDefault = published[config.defaultLocale];
  return byDefault ? [...entries, { language: 'x-default', href: absolute(byDefault) }] : entries;
}

function mapValues<T, U>(record: { [key: string]: T }, map: (value: T) => U): { [key: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** The meta tags of a page. `undefined` for a page whose loader failed. */
export function pageMeta(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  const title = head.title === head.siteName ? head.title : `${head.title} · ${head.siteName}`;
  return [
    { title },
    { name: 'description', content: head.description },
    ...(head.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(head.canonical ? [{ tagName: 'link', rel: 'canonical', href: head.canonical }] : []),
    ...head.alternates.map(({ language, href }) => ({ tagName: 'link', rel: 'alternate', hrefLang: language, href })),
    { property: 'og:type', content: head.ogType },
    { property: 'og:site_name', content: head.siteName },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: head.description },
    ...(head.canonical ? [{ property: 'og:url', content: head.canonical }] : []),
    { property: 'og:locale', content: head.ogLocale },
    ...(head.image
      ? [
          { property: 'og:image', content: head.image.url },
          { property: 'og:image:width', content: String(head.image.width) },
          { property: 'og:image:height', content: String(head.image.height) },
          { property: 'og:image:alt', content: head.image.alt },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(head.jsonLd.length > 0
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': head.jsonLd } }]
      : []),
  ];
}

/** The preview picture of a publication: its cover, or its title. */
export function sharedImage(publication: Publication, shown: CoverData | undefined): { url: string; alt: string } {
  const { cover, title } = publication;
  // Beside the form that the page shows: the file may have other bytes than those that the publication names.
  if (cover && shown)
    return { url: shown.image.src.replace(/[^/]+$/, sharedPictureName(shown.image, shown.focus)), alt: shown.alt };
  return { url: titlePicturePath(publication), alt: title };
}
