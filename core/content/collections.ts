import { z } from 'zod';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { DocumentPath } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import {
  itemSchema,
  type ListingCount,
  listingCountSchema,
  oldAddressSchema,
  publicationCardSchema,
  publicationSchema,
  revisionSchema,
  versionSchema,
} from './content-schemas.ts';
import type { Item } from './item.ts';
import { itemCardsIn } from './item-card.ts';
import type { OldAddress, Publication, PublicationCard, Revision } from './publication.ts';
import type { Version } from './version.ts';

/** `items/{id}`: items with their current text, published or not. Found through their item cards. */
const items: Collection<Item> = defineCollection({
  name: 'items',
  schema: itemSchema,
  indexes: [],
  policy: { read: 'private' },
});

/** `publications/{language}:{type}:{slug}` */
const publications: Collection<Publication> = defineCollection({
  name: 'publications',
  schema: publicationSchema,
  indexes: [[{ field: 'publishedAt', direction: 'desc' }]],
  policy: { read: 'public' },
});

/** `publication-cards/{language}:{itemId}` */
const publicationCards: Collection<PublicationCard> = defineCollection({
  name: 'publication-cards',
  schema: publicationCardSchema,
  indexes: [
    [
      { field: 'language', direction: 'asc' },
      { field: 'type', direction: 'asc' },
      { field: 'firstPublishedAt', direction: 'desc' },
    ],
    [
      { field: 'language', direction: 'asc' },
      { field: 'type', direction: 'asc' },
      { field: 'tags', array: true },
      { field: 'firstPublishedAt', direction: 'desc' },
    ],
    [
      { field: 'language', direction: 'asc' },
      { field: 'itemId', direction: 'asc' },
    ],
  ],
  policy: { read: 'public' },
});

/**
 * `addresses/{language}:{type}:{slug}`: addresses that an item had, or has through a notice page. No publication has the same
 * address.
 */
const addresses: Collection<OldAddress> = defineCollection({
  name: 'addresses',
  schema: oldAddressSchema,
  indexes: [[{ field: 'itemId', direction: 'asc' }]],
  policy: { read: 'public' },
});

/** `revisions/{itemId}:{language}:{revision}` */
const revisions: Collection<Revision> = defineCollection({
  name: 'revisions',
  schema: revisionSchema,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'publishedAt', direction: 'desc' },
    ],
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'language', direction: 'asc' },
      { field: 'publishedAt', direction: 'desc' },
    ],
  ],
  policy: { read: 'private' },
});

/** `versions/{itemId}:{at}:{random}` */
const versions: Collection<Version> = defineCollection({
  name: 'versions',
  schema: versionSchema,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'at', direction: 'desc' },
    ],
  ],
  policy: { read: 'private' },
});

/** `listing-counts/{language}:{type}` */
const listingCounts: Collection<ListingCount> = defineCollection({
  name: 'listing-counts',
  schema: listingCountSchema,
  indexes: [],
  policy: { read: 'public' },
});

/**
 * `purged-items/{id}`: ids of permanently deleted items, which must never be used again: a browser that still has the old
 * item's drafts would write their text into the new item.
 */
const purgedItems: Collection<{ at: number }> = defineCollection({
  name: 'purged-items',
  schema: z.strictObject({ at: z.int().nonnegative() }),
  indexes: [],
  policy: { read: 'private' },
});

/** The content collections of a site with the given languages. */
export function contentCollectionsIn(languages: readonly Locale[]): Collection[] {
  return [
    items,
    purgedItems,
    itemCardsIn(languages),
    publications,
    publicationCards,
    addresses,
    revisions,
    versions,
    listingCounts,
  ] as Collection[];
}

/** The content collections for callers that need no language: only the indexes differ. */
export const contentCollections: Collection[] = contentCollectionsIn([]);

/** Document paths of the content collections. */
export const contentPath = {
  item: (id: string): DocumentPath => `items/${id}`,
  purged: (id: string): DocumentPath => `purged-items/${id}`,
  itemCard: (id: string): DocumentPath => `item-cards/${id}`,
  publication: (language: Locale, type: string, slug: string): DocumentPath =>
    `publications/${language}:${type}:${slug}`,
  publicationCard: (language: Locale, id: string): DocumentPath => `publication-cards/${language}:${id}`,
  address: (language: Locale, type: string, slug: string): DocumentPath => `addresses/${language}:${type}:${slug}`,
  revision: (id: string, language: Locale, revision: number): DocumentPath => `revisions/${id}:${language}:${revision}`,
  version: (id: string): DocumentPath => `versions/${id}`,
  listingCount: (language: Locale, type: string): DocumentPath => `listing-counts/${language}:${type}`,
};
