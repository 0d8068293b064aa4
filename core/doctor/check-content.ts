import { addresses, listingCounts, publicationCards, publications } from '../content/collections.ts';
import type { ListingCount } from '../content/publication-schema.ts';
import { isTagFacet } from '../content-types/listing-filter.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { sameContents } from '../documents/same-contents.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import { arePublicationCardsOutdated } from '../publishing/fill-publication-cards.ts';
import { linkedItems } from '../rich-text/links.ts';
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
