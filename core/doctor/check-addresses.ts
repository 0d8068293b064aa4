import { addresses, items, publicationCards, publications } from '../content/collections.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * Addresses that several items have, that an item claims but does not have, or that refer to no item; one line each, with the
 * remedy.
 */
export async function* addressProblems(
  store: DocumentStore,
  config: Pick<SiteConfig, 'locales'>,
): AsyncGenerator<string> {
  yield* sharedAddresses(store);
  yield* unclaimedPublications(store);
  yield* missingPublications(store);
  yield* lostAddresses(store, config);
}

/** Two items listed at one address in one language: one by its publication, the other by a notice page. */
async function* sharedAddresses(store: DocumentStore): AsyncGenerator<string> {
  const holders = new Map<string, string>();
  for await (const { data } of everyDocument(store, publicationCards)) {
    const address = nameOf(data.language, data.type, data.slug);
    const holder = holders.get(address);
    holders.set(address, holder ?? data.itemId);
    if (holder === undefined) continue;
    yield `"${holder}" and "${data.itemId}" both have the address ${address}. Unpublish both in every language, then publish first the one that is to keep the address, and the other with another slug.`;
  }
}

/** Publications that their item does not know, or whose path does not match their contents. */
async function* unclaimedPublications(store: DocumentStore): AsyncGenerator<string> {
  for await (const { path, data } of everyDocument(store, publications)) {
    const { language, type, slug, itemId } = data;
    if (path !== publications.at(language, type, slug).path) {
      yield `${path} names another address, ${nameOf(language, type, slug)}. Restore a backup from before that.`;
      continue;
    }
    const item = (await getDocument(store, items.at(itemId)))?.data;
    const claimed = item?.languages[language]?.publishedSlug;
    if (item?.type === type && claimed === slug) continue;
    yield item
      ? `${path} belongs to "${itemId}", which does not claim it. Give "${itemId}" the slug "${slug}" in ${language} and publish it; after that it can have another one.`
      : `${path} belongs to "${itemId}", which does not exist. Restore a backup from before that, or import an item with this id and slug and then delete it.`;
  }
}

/** Languages marked as public in their item that have no publication. */
async function* missingPublications(store: DocumentStore): AsyncGenerator<string> {
  for await (const { data: item } of everyDocument(store, items)) {
    const claims = Object.entries(item.languages).flatMap(([language, { publishedSlug }]) =>
      publishedSlug === undefined ? [] : [{ language, slug: publishedSlug }],
    );
    const documents = await getDocuments(
      store,
      claims.map(({ language, slug }) => publications.at(language, item.type, slug)),
    );
    for (const [index, { language, slug }] of claims.entries()) {
      const holder = documents[index]?.data.itemId;
      if (holder === item.id) continue;
      const address = nameOf(language, item.type, slug);
      const found = holder === undefined ? 'nothing stands there' : `"${holder}" stands there`;
      yield `"${item.id}" claims the address ${address}, but ${found}. Publish "${item.id}" again in ${language}${holder === undefined ? '' : ', with another slug'}.`;
    }
  }
}

/** Old addresses of items that do not exist, and of languages that the site does not have. */
async function* lostAddresses(store: DocumentStore, { locales }: Pick<SiteConfig, 'locales'>): AsyncGenerator<string> {
  for await (const { path, data } of everyDocument(store, addresses)) {
    const [language = ''] = idOf({ path }).split(':');
    if (!locales.some(({ code }) => code === language)) {
      yield `${path}: the site has no language "${language}". Add it to site.config.ts again, or ignore this: nobody can open the address.`;
    }
    const item = await getDocument(store, items.at(data.itemId));
    if (item) continue;
    yield `${path} leads to "${data.itemId}", which does not exist. Visitors get a page that is not found; publish an item at the address once to replace it.`;
  }
}

function nameOf(language: Locale, type: string, slug: string): string {
  return `${language}:${type}:${slug}`;
}
