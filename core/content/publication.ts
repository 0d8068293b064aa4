import { z } from 'zod';
import { MAX_FORMER_ANCHORS } from '../rich-text/headings.ts';
import { MAX_ADDRESS } from '../site/site-paths.ts';
import { MAX_PAGE_DEPTH } from './page-tree.ts';
import {
  checkedBody,
  count,
  entryId,
  fieldValues,
  itemId,
  localeCode,
  mediaId,
  mediaList,
  milliseconds,
  minorEdit,
  person,
  seo,
  slug,
  summary,
  tag,
  title,
  translationLinks,
} from './schema-parts.ts';

const publishedCoverSchema = z.strictObject({
  media: mediaId,
  /** Pixels. */
  width: z.number().positive(),
  height: z.number().positive(),
  alt: z.string(),
});

export const publicationSchema = z.strictObject({
  itemId,
  type: z.string(),
  language: localeCode,
  slug,
  title,
  summary,
  body: checkedBody,
  seo,
  /** Shared and localized fields together. */
  fields: fieldValues,
  tags: z.array(tag),
  cover: publishedCoverSchema.exactOptional(),
  media: mediaList,
  /** Anchors that headings had in earlier publications, the latest first: links to them lead on. */
  formerAnchors: z
    .array(z.strictObject({ anchor: z.string().min(1), block: z.string().min(1) }))
    .max(MAX_FORMER_ANCHORS)
    .exactOptional(),
  /** The byline: that of the language, or else the shared one. */
  author: z.string().exactOptional(),
  sourceLanguage: localeCode,
  firstPublishedAt: milliseconds,
  publishedAt: milliseconds,
  revision: z.int().positive(),
});

export const revisionSchema = publicationSchema.extend({
  /** The author of the publication. */
  by: person.exactOptional(),
  /** Id of the publishing action: the same for everything published together. */
  actionId: z.string().min(1),
  links: translationLinks.exactOptional(),
  minorEdits: z.array(minorEdit).exactOptional(),
  /** The shared byline, possibly empty, if `author` is the language's own. */
  sharedAuthor: z.string().exactOptional(),
});

export const publicationCardSchema = z.strictObject({
  /** The language of the lists that show the card. */
  language: localeCode,
  /** The language of the card and the page. */
  contentLanguage: localeCode,
  itemId,
  /** `Item.entryId` */
  entryId: entryId.exactOptional(),
  type: z.string(),
  slug,
  title,
  summary,
  fields: fieldValues,
  tags: z.array(tag),
  /** What a listing with rules of its own is sorted by, and the filters that find the card: see `create-publication.ts`. */
  sortKey: z.union([z.string(), z.number()]).exactOptional(),
  facets: z.array(z.string()).exactOptional(),
  /** The pages above a page that are public in the language, the outermost first. */
  above: z
    .array(z.strictObject({ itemId, slug }))
    .min(1)
    .max(MAX_PAGE_DEPTH - 1)
    .exactOptional(),
  /** The last of those. */
  parent: itemId.exactOptional(),
  /** The place among the pages with the same `parent`, ascending: its position, after those of pages between that are not public. */
  places: z.array(z.number()).min(1).exactOptional(),
  cover: publishedCoverSchema.exactOptional(),
  /** In whole minutes, at least 1. */
  readingMinutes: z.int().min(1),
  firstPublishedAt: milliseconds,
  publishedAt: milliseconds,
});

export const oldAddressSchema = z.strictObject({ itemId });

export const importedAddressSchema = z.strictObject({
  itemId,
  /** The language of the page that it leads to. */
  language: localeCode,
  /** As `plainPath` gives it. */
  path: z.string().startsWith('/').max(MAX_ADDRESS),
});

export const importedItemSchema = z.strictObject({ itemId, file: z.string().min(1) });

export const listingCountSchema = z.strictObject({
  total: count,
  tags: z.record(tag, count),
  facets: z.record(z.string(), count).exactOptional(),
});

/** Number of entries in the listing of a type and language, in total, by tag and by facet. A tag may be at 0. */
export type ListingCount = z.infer<typeof listingCountSchema>;

export type PublishedCover = z.infer<typeof publishedCoverSchema>;

/**
 * One language of one item as published. Immutable: publishing again replaces it. Stored as
 * `publications/{language}:{type}:{slug}`.
 */
export type Publication = z.infer<typeof publicationSchema>;

/**
 * The card of a publication in the lists of one language: what lists, feeds, the sitemap and related items show, without the
 * text. With the policy `notice`, an item also appears in the lists of languages that it does not have, and `contentLanguage`
 * is the language of the card. Written in the same commit as the publication. Stored as `publication-cards/{language}:{itemId}`.
 */
export type PublicationCard = z.infer<typeof publicationCardSchema>;

/** A permanent copy of a publication, `revisions/{itemId}:{language}:{revision}`, with internal data. */
export type Revision = z.infer<typeof revisionSchema>;
