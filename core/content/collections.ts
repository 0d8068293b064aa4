import { z } from 'zod';
import { type Collection, defineCollection, type IndexField } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';
import { settingCollections } from '../settings/setting-documents.ts';
import { itemCardSchema, itemCardsIn } from './item-card.ts';
import { itemSchema, savedVersionSchema } from './item-schema.ts';
import { pageTreeSchema } from './page-tree.ts';
import {
  importedAddressSchema,
  importedItemSchema,
  listingCountSchema,
  oldAddressSchema,
  publicationCardSchema,
  publicationSchema,
  revisionSchema,
} from './publication.ts';

/** For the uses of a media file. */
const BY_MEDIA: IndexField[] = [{ field: 'media', array: true }];

/** `items/{id}`: items with their current text, published or not. Found through their item cards. */
export const items = defineCollection({
  name: 'items',
  schema: itemSchema,
  indexes: [BY_MEDIA],
  policy: { read: 'private' },
  feed: ['trashedAt', 'authorId', 'media'],
  opaque: ['fields', 'languages.*.body', 'languages.*.fields', 'languages.*.links', 'languages.*.minorEdits'],
});

/** `publications/{language}:{type}:{slug}` */
export const publications = defineCollection({
  name: 'publications',
  key: (language: Locale, type: string, slug: string) => `${language}:${type}:${slug}`,
  schema: publicationSchema,
  indexes: [[{ field: 'publishedAt', direction: 'desc' }], BY_MEDIA],
  policy: { read: 'public' },
  feed: ['publishedAt', 'media'],
  opaque: ['body', 'fields'],
});

/** `publication-cards/{language}:{itemId}` */
export const publicationCards = defineCollection({
  name: 'publication-cards',
  key: (language: Locale, itemId: string) => `${language}:${itemId}`,
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
      { field: 'tags', array: true },
      { field: 'firstPublishedAt', direction: 'desc' },
    ],
    [
      { field: 'language', direction: 'asc' },
      { field: 'itemId', direction: 'asc' },
    ],
    [
      { field: 'language', direction: 'asc' },
      { field: 'parent', direction: 'asc' },
    ],
    ...(['asc', 'desc'] as const).flatMap((direction): IndexField[][] => [
      [
        { field: 'language', direction: 'asc' },
        { field: 'type', direction: 'asc' },
        { field: 'sortKey', direction },
      ],
      [
        { field: 'language', direction: 'asc' },
        { field: 'type', direction: 'asc' },
        { field: 'facets', array: true },
        { field: 'sortKey', direction },
      ],
    ]),
  ],
  policy: { read: 'public' },
  isDerived: true,
  feed: [
    'language',
    'type',
    'firstPublishedAt',
    'tags',
    'itemId',
    'contentLanguage',
    'sortKey',
    'facets',
    'parent',
    'places',
  ],
  opaque: ['fields'],
});

/**
 * `addresses/{language}:{type}:{slug}`: addresses that an item had, or has through a notice page. No publication has the same
 * address.
 */
export const addresses = defineCollection({
  name: 'addresses',
  key: (language: Locale, type: string, slug: string) => `${language}:${type}:${slug}`,
  schema: oldAddressSchema,
  indexes: [[{ field: 'itemId', direction: 'asc' }]],
  policy: { read: 'public' },
  feed: ['itemId'],
});

/** `page-trees/{type}`: where the pages of a type stand. */
export const pageTrees = defineCollection({
  name: 'page-trees',
  schema: pageTreeSchema,
  indexes: [],
  policy: { read: 'private' },
  opaque: ['pages'],
});

/** `imported-addresses/{path}`, percent-encoded: addresses of the sites that items were imported from. Pages have precedence. */
export const importedAddresses = defineCollection({
  name: 'imported-addresses',
  key: (path: string) => encodeURIComponent(path),
  schema: importedAddressSchema,
  indexes: [[{ field: 'itemId', direction: 'asc' }]],
  policy: { read: 'public' },
  feed: ['itemId'],
});

/** `imported-items/{itemId}`: the file that an item was imported from. */
export const importedItems = defineCollection({
  name: 'imported-items',
  schema: importedItemSchema,
  indexes: [[{ field: 'itemId', direction: 'asc' }]],
  policy: { read: 'private' },
});

/** `revisions/{itemId}:{language}:{revision}` */
export const revisions = defineCollection({
  name: 'revisions',
  key: (itemId: string, language: Locale, revision: number) => `${itemId}:${language}:${revision}`,
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
    BY_MEDIA,
  ],
  policy: { read: 'private' },
  opaque: ['body', 'fields', 'links', 'minorEdits'],
});

/** `saved-versions/{itemId}:{at}:{random}` */
export const savedVersions = defineCollection({
  name: 'saved-versions',
  schema: savedVersionSchema,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'at', direction: 'desc' },
    ],
    BY_MEDIA,
  ],
  policy: { read: 'private' },
  opaque: ['fields', 'languages.*.body', 'languages.*.fields', 'languages.*.links', 'languages.*.minorEdits'],
});

/** `listing-counts/{language}:{type}` */
export const listingCounts = defineCollection({
  name: 'listing-counts',
  key: (language: Locale, type: string) => `${language}:${type}`,
  schema: listingCountSchema,
  indexes: [],
  policy: { read: 'public' },
});

/**
 * `purged-items/{id}`: ids of permanently deleted items, which must never be used again: a browser that still has the old
 * item's drafts would write their text into the new item. Only the pages that every site has can begin again: they have no
 * other id.
 */
export const purgedItems = defineCollection({
  name: 'purged-items',
  schema: z.strictObject({ at: z.int().nonnegative() }),
  indexes: [],
  policy: { read: 'private' },
});

/** `item-cards/{id}`, for reads and writes: the site's languages only affect the indexes. */
export const itemCards = itemCardsIn([]);

/** The same for queries that only need where items are, a field of every card format: outdated cards are recreated later. */
export const cardPlaces = defineCollection({
  ...itemCards,
  schema: z.object({ place: itemCardSchema.shape.place }),
});

/** The content collections of a site with the given languages, and the settings that content depends on. */
export function contentCollectionsIn(languages: readonly Locale[]): Collection[] {
  return [
    items,
    purgedItems,
    itemCardsIn(languages),
    publications,
    publicationCards,
    addresses,
    importedAddresses,
    importedItems,
    revisions,
    savedVersions,
    listingCounts,
    pageTrees,
    ...settingCollections,
  ];
}

/** The content collections for callers that need no language: only the indexes differ. */
export const contentCollections: Collection[] = contentCollectionsIn([]);
