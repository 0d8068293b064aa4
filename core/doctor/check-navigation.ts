import { publicationCards } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * The home page if it is not published, and names in the navigation that are neither types nor published pages, one line each:
 * misspelt, or still to be written.
 */
export async function navigationNotes(store: DocumentStore, config: SiteConfig): Promise<string[]> {
  if (!config.contentTypes.some(({ appearsAs }) => appearsAs === 'page')) return [];
  const known = [...config.contentTypes.map(({ key }) => key), ...Object.keys(config.pages ?? {})];
  const named = ['home', ...config.navigation.filter((name) => name !== 'home' && !known.includes(name))];
  const found = await Promise.all(
    named.map((name) =>
      getDocuments(
        store,
        config.locales.map(({ code }) => publicationCards.at(code, name)),
      ),
    ),
  );
  return named
    .filter((_, index) => found[index]?.every((card) => card === undefined))
    .map((name) =>
      name === 'home'
        ? 'the home page is not published: "/" answers 404 until it is; the list of pages in the admin area offers it'
        : `site.config.ts: navigation: no page "${name}" is published; its link appears once one is`,
    );
}
