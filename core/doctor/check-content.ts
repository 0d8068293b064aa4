import { z } from 'zod';
import { addresses, items, listingCounts, publicationCards, publications } from '../content/collections.ts';
import type { ListingCount } from '../content/publication.ts';
import { isTagFacet } from '../content-types/content-type.ts';
import type { Collection } from '../documents/collection.ts';
import { sameContents } from '../documents/compare-values.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentData, DocumentStore } from '../documents/document-store.ts';
import { MisfitDocument } from '../documents/errors.ts';
import { everyDocument } from '../documents/every-document.ts';
import { getDocument, getDocuments, requireFit } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { arePublicationCardsOutdated } from '../publishing/fill-publication-cards.ts';
import { linkedItems } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Inconsistencies in published content, one line each. */
export async function* publicationProblems(store: DocumentStore, config: SiteConfig): AsyncGenerator<string> {
  for await (const { path, data } of everyDocument(store, publications)) {
    const type = config.contentTypes.find(({ key }) => key === data.type);
    if (!type) yield `${path}: the site has no content type "${data.type}"`;
    if (!config.locales.some(({ code }) => code === data.language)) {
      yield `${path}: the site has no language "${data.language}"`;
    }
    const [document, address] = await getDocuments(store, [
      publicationCards.at(data.language, data.itemId),
      addresses.at(data.language, data.type, data.slug),
    ]);
    const card = document?.data;
    if (type?.appearsAs === 'site') continue;
    if (card?.slug !== data.slug || card.contentLanguage !== data.language) yield `${path} has no card in the lists`;
    if (address) yield `${path}: the address is also that of a former page`;
  }
}

/** Says if the lists do not fit the configuration, because the server has not adapted them since it was changed. */
export async function* outdatedListProblems(store: DocumentStore, config: SiteConfig): AsyncGenerator<string> {
  if (await arePublicationCardsOutdated(store, config)) {
    yield 'The lists do not fit the languages and types of site.config.ts yet; the server adapts them while it runs.';
  }
}

/** Publication cards without a publication, and wrong counts, one line each. */
export async function* listingProblems(store: DocumentStore): AsyncGenerator<string> {
  const counts = new Map<string, ListingCount>();
  for await (const { path, data } of everyDocument(store, publicationCards)) {
    const publication = await getDocument(store, publications.at(data.contentLanguage, data.type, data.slug));
    if (publication?.data.itemId !== data.itemId) yield `${path} has no publication`;
    const key = listingCounts.at(data.language, data.type).path;
    const count = counts.get(key) ?? { total: 0, tags: {} };
    counts.set(key, count);
    count.total++;
    for (const tag of data.tags) count.tags[tag] = (count.tags[tag] ?? 0) + 1;
    for (const facet of data.facets ?? []) {
      if (!isTagFacet(facet)) count.facets = { ...count.facets, [facet]: (count.facets?.[facet] ?? 0) + 1 };
    }
  }
  for await (const { path, data } of everyDocument(store, listingCounts)) {
    const counted = counts.get(path) ?? { total: 0, tags: {} };
    const tags = present(data.tags);
    const facets = present(data.facets ?? {});
    const stored = { total: data.total, tags, ...(Object.keys(facets).length > 0 && { facets }) };
    if (!sameContents(counted, stored)) yield `${path} does not fit the cards`;
  }
}

function present(counts: { [name: string]: number }): { [name: string]: number } {
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
}

/** Links in published content to items that readers of that language cannot reach, one line each. */
export async function* linkProblems(store: DocumentStore): AsyncGenerator<string> {
  for await (const { data } of everyDocument(store, publications)) {
    const targets = linkedItems(data.body);
    const cards = await getDocuments(
      store,
      targets.map((id) => publicationCards.at(data.language, id)),
    );
    for (const [index, target] of targets.entries()) {
      if (!cards[index]) yield `${data.itemId} links to "${target}", which has no page in "${data.language}"`;
    }
  }
}

/** Documents that do not fit their collection, one line each, with the path and the reason. */
export async function* documentProblems(
  store: DocumentStore,
  collections: readonly Collection[],
): AsyncGenerator<string> {
  for (const collection of collections) {
    const unchecked = { ...collection, schema: z.custom<DocumentData>() };
    for await (const document of everyDocument(store, unchecked)) {
      try {
        requireFit(collection, document);
      } catch (error) {
        if (!(error instanceof MisfitDocument)) throw error;
        yield `${error.message}. Restore a backup, or the version of Meki that wrote it.`;
      }
    }
  }
}

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
  yield* missingAddresses(store, config);
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
async function* missingAddresses(
  store: DocumentStore,
  { locales }: Pick<SiteConfig, 'locales'>,
): AsyncGenerator<string> {
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
