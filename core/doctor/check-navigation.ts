import { publicationCards } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { createPublishedContent } from '../public-content/published-content-reader.ts';
import { readPublishedSite } from '../public-content/published-site.ts';
import { FIXED_PAGES } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';

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

/** What the owner published in place of the names in `site.config.ts`, one line each. */
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
  return (await Promise.all(differing)).flat();
}
