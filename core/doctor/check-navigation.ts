import { publicationCards } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { FIXED_PAGES } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Names in the navigation that are neither types nor published pages, one line each: misspelt, or still to be written. */
export async function navigationNotes(store: DocumentStore, config: SiteConfig): Promise<string[]> {
  const known: readonly string[] = [
    ...config.contentTypes.map(({ key }) => key),
    ...Object.keys(config.pages ?? {}),
    ...FIXED_PAGES,
  ];
  const named = config.navigation.filter((name) => !known.includes(name));
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
    .map((name) => `site.config.ts: navigation: no page "${name}" is published; its link appears once one is`);
}
