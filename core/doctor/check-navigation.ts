import { publicationCards } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import type { PublishedContent } from '../public-content/published-content.ts';
import { createPublishedContent } from '../public-content/published-content-reader.ts';
import { readPublishedSite } from '../public-content/published-site.ts';
import { readSettings, settingsOf } from '../settings/settings.ts';
import { FIXED_PAGES } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { isSiteTypeKey } from '../site/site-types.ts';

/** Names in the navigation that are neither types nor published pages, one line each: misspelt, or still to be written. */
export async function navigationNotes(store: DocumentStore, config: SiteConfig): Promise<string[]> {
  const known: readonly string[] = [
    ...config.contentTypes.map(({ key }) => key),
    ...Object.keys(config.pages ?? {}),
    ...FIXED_PAGES,
  ];
  const names = config.navigation.filter((name) => !known.includes(name));
  return (await unpublished(store, config, names)).map(notInNavigation);
}

/** The home page, and those pages in the navigation that every site may have, until they are published; one line each. */
export async function fixedPageNotes(store: DocumentStore, config: SiteConfig): Promise<string[]> {
  if (!config.contentTypes.some(({ appearsAs }) => appearsAs === 'page')) return [];
  const names = FIXED_PAGES.filter((name) => name === 'home' || config.navigation.includes(name));
  return (await unpublished(store, config, names)).map((name) =>
    name === 'home'
      ? 'the home page is not published: "/" answers 404 until it is; the list of pages in the admin area offers it'
      : notInNavigation(name),
  );
}

function notInNavigation(name: string): string {
  return `site.config.ts: navigation: no page "${name}" is published; its link appears once one is`;
}

async function unpublished(store: DocumentStore, config: SiteConfig, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) =>
      getDocuments(
        store,
        config.locales.map(({ code }) => publicationCards.at(code, name)),
      ),
    ),
  );
  return names.filter((_, index) => found[index]?.every((card) => card === undefined));
}

/** What owners published and set in place of what `site.config.ts` says, one line each. */
export async function publishedOverFile(store: DocumentStore, config: SiteConfig): Promise<string[]> {
  const content = createPublishedContent({ store, config });
  const differing = config.locales.map(async ({ code }) => {
    const site = await readPublishedSite(config, content, code);
    return (['name', 'description'] as const).flatMap((key) =>
      site[key][code] === config[key][code]
        ? []
        : [`site.config.ts: ${key}: the published one is shown in "${code}": ${JSON.stringify(site[key][code])}`],
    );
  });
  const settings = settingsOf(config);
  const chosen = await readSettings(store, settings);
  return [
    ...(await Promise.all(differing)).flat(),
    ...(await publishedBeside(content, config)),
    ...settings.flatMap(({ id, byDefault }) => {
      const value = chosen.get(id);
      return value === undefined || value === byDefault
        ? []
        : [`settings: ${id}: ${JSON.stringify(value)} in place of ${JSON.stringify(byDefault)}`];
    }),
  ];
}

/** What is published about the site that `site.config.ts` has no name for, one line for each value of a language or of all. */
async function publishedBeside(content: PublishedContent, config: SiteConfig): Promise<string[]> {
  const lines = config.contentTypes.map(async ({ key, appearsAs, fields }) => {
    if (appearsAs !== 'site' || !isSiteTypeKey(key)) return [];
    const values = await Promise.all(config.locales.map(({ code }) => content.siteValues(code, key)));
    return fields.flatMap((field) => {
      if (field.key === 'name' || field.key === 'description') return [];
      return config.locales.flatMap(({ code }, index) => {
        const value = values[index]?.[field.key];
        const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
        if (isEmpty || !(field.localized || index === 0)) return [];
        return [`${key}: ${field.key}: published${field.localized ? ` in "${code}"` : ''}: ${JSON.stringify(value)}`];
      });
    });
  });
  return (await Promise.all(lines)).flat();
}
