import { z } from 'zod';
import { problemEntrySchema } from './problem.ts';
import { cover, fieldValues, language, named, richBody } from './shared-schemas.ts';

const state = z.enum(['draft', 'published', 'changed', 'scheduled', 'archived']);
const time = z.string().describe('A time in UTC.');
const count = z.int().nonnegative();
const person = z.object({ id: z.string(), name: z.string() });
const ids = z.string();

export const counts = named(
  'TranslationCounts',
  z.object({ missing: count, stale: count, current: count, extra: count, moved: count }),
);

const schedule = named(
  'Schedule',
  z.object({
    publishAt: time.exactOptional(),
    publishBy: person.exactOptional().describe('The person who scheduled it.'),
    unpublishAt: time.exactOptional(),
    unpublishBy: person.exactOptional(),
    failed: z
      .object({ action: z.enum(['publish', 'unpublish']), at: time, reason: z.string(), codes: z.array(z.string()) })
      .exactOptional(),
  }),
);

const reviewTurn = named(
  'ReviewTurn',
  z.object({
    askedAt: time,
    askedBy: person,
    note: z.string().exactOptional().describe('What whoever asked says about it.'),
    reviewer: person.exactOptional().describe('Who was asked; missing if it was whoever publishes.'),
    savedVersion: z
      .string()
      .exactOptional()
      .describe('The saved version with the text as it was then; only of the latest request.'),
    sentBack: z
      .object({ at: time, by: person, note: z.string() })
      .exactOptional()
      .describe('The answer of somebody who publishes, until a review is asked for again.'),
  }),
);

const review = named(
  'Review',
  reviewTurn.extend({
    earlier: z.array(reviewTurn).exactOptional().describe('What was asked and answered before, oldest first.'),
  }),
);

const itemLanguage = named(
  'ItemLanguage',
  z.object({
    state,
    title: z.string(),
    slug: z.string(),
    summary: z.string(),
    body: richBody,
    seo: z.object({ title: z.string().exactOptional(), description: z.string().exactOptional() }),
    coverAlt: z.string().exactOptional().describe("What the item's cover shows."),
    author: z.string().exactOptional().describe("The byline in this language, if it is not the item's."),
    fields: fieldValues,
    revision: count.describe('The number of the latest revision; 0 before the first.'),
    url: z.string().exactOptional().describe('The URL of the public page.'),
    publishedSlug: z.string().exactOptional(),
    firstPublishedAt: time.exactOptional(),
    publishedAt: time.exactOptional(),
    schedule: schedule.exactOptional(),
    review: review.exactOptional().describe('A request to review the language, until it is published.'),
    translation: counts.exactOptional(),
  }),
);

/** The representation of an item. */
const itemResource = named(
  'Item',
  z.object({
    id: ids,
    type: z.string(),
    sourceLanguage: language,
    version: z.int().describe('The same as in the ETag.'),
    author: z.string().exactOptional().describe('The byline of every language that has none of its own.'),
    authorId: z.string().exactOptional(),
    authorName: z.string().exactOptional(),
    createdAt: time.exactOptional(),
    editedAt: time.exactOptional(),
    editedBy: person.exactOptional(),
    trashedAt: time.exactOptional().describe('The time when it was moved to the trash.'),
    tags: z.array(z.string()),
    parent: z.string().exactOptional().describe('Of a page: the id of the one that it stands below.'),
    position: z.number().exactOptional().describe('Of a page: its place among those below the same one, ascending.'),
    cover: cover.exactOptional(),
    fields: fieldValues,
    languages: z.partialRecord(language, itemLanguage),
    lost: z
      .array(problemEntrySchema)
      .exactOptional()
      .describe('In the answer to a change: what of the HTML that was sent no text can have, with its line.'),
  }),
);

/** The declared response of routes that return an item with its version. */
export const theItem = { status: 200, description: 'The item.', schema: itemResource, etag: true } as const;

const listedLanguage = named(
  'ListedLanguage',
  z.object({
    title: z.string(),
    slug: z.string(),
    state,
    publishedSlug: z.string().exactOptional(),
    publishedAt: time.exactOptional(),
    translation: counts.exactOptional(),
    schedule: schedule.exactOptional(),
    review: review.exactOptional(),
  }),
);

/** An item in a list, without its texts. */
const listedItem = named(
  'ListedItem',
  z.object({
    id: ids,
    type: z.string(),
    place: z.enum(['shown', 'archived', 'trash']),
    sourceLanguage: language,
    tags: z.array(z.string()),
    authorId: z.string().exactOptional(),
    authorName: z.string().exactOptional(),
    createdAt: time,
    editedAt: time,
    editedBy: person.exactOptional(),
    languages: z.partialRecord(language, listedLanguage),
  }),
);

export const itemList = named(
  'ItemList',
  z.object({
    items: z.array(listedItem),
    next: z.string().exactOptional().describe('The cursor of the next page; missing on the last page.'),
  }),
);

export type ItemResource = z.infer<typeof itemResource>;
export type ItemList = z.infer<typeof itemList>;
