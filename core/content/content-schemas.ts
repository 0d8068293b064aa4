import { z } from 'zod';
import { CONTENT_LIMITS, ITEM_TOO_LONG, MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { isLongerThan, richTextSchema } from '../rich-text/rich-text-schema.ts';
import type { Item, Schedule } from './item.ts';
import type { OldAddress, Publication, PublicationCard, Revision } from './publication.ts';
import type { SavedVersion } from './saved-version.ts';

const locale = z.string().min(2).max(6);
const milliseconds = z.int().nonnegative();
const count = z.int().nonnegative();

/** An item id: has the form of a slug. */
export const itemId = z.string().check((context) => {
  const problem = slugProblem(context.value)?.replaceAll('slug', 'id');
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

const slug = z.string().check((context) => {
  const problem = slugProblem(context.value);
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

const tag = z
  .string()
  .max(CONTENT_LIMITS.tag)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a tag is lowercase letters, digits and hyphens');

export const mediaId = z.string().regex(/^[0-9a-f]{32}$/, 'not the id of a media file');

const seo = z.strictObject({
  title: z.string().max(CONTENT_LIMITS.seoTitle).exactOptional(),
  description: z.string().max(CONTENT_LIMITS.seoDescription).exactOptional(),
});

/** Created by `crypto.randomUUID`. */
const entryId = z.uuid();

const fieldValues = z.record(z.string(), z.json());
const title = z.string().trim().min(1).max(CONTENT_LIMITS.title);
const summary = z.string().max(CONTENT_LIMITS.summary);

/** The text of a publication was validated with the item; only its presence is checked here. */
const checkedBody = z.custom<RichText>(
  (value) => (value as RichText | undefined)?.type === 'doc' && Array.isArray((value as RichText).content),
  'a body is a rich text',
);

const person = z.strictObject({ id: z.string().min(1), name: z.string() });

const translationLinks = z.record(
  z.string(),
  z.strictObject({ source: z.string(), hash: z.string(), text: z.string() }),
);

const minorEdits = z.array(z.strictObject({ unit: z.string(), from: z.string(), to: z.string() }));

export const translationCountsSchema = z.strictObject({
  missing: count,
  stale: count,
  current: count,
  extra: count,
  moved: count,
});

export const scheduleSchema: z.ZodType<Schedule> = z.strictObject({
  publishAt: milliseconds.exactOptional(),
  publishBy: person.exactOptional(),
  unpublishAt: milliseconds.exactOptional(),
  unpublishBy: person.exactOptional(),
  by: person.exactOptional(),
  failed: z
    .strictObject({
      action: z.enum(['publish', 'unpublish']),
      at: milliseconds,
      reason: z.enum(['forbidden', 'invalid', 'conflict']),
      codes: z.array(z.string()),
    })
    .exactOptional(),
});

const draftSeo = z.strictObject({ title: z.string().exactOptional(), description: z.string().exactOptional() });

const draftCover = z.strictObject({ media: mediaId });

const draftLanguage = z.strictObject({
  title: z.string(),
  slug: z.string(),
  summary: z.string(),
  body: checkedBody,
  seo: draftSeo,
  coverAlt: z.string().exactOptional(),
  fields: fieldValues,
  state: z.enum(['draft', 'published', 'changed', 'scheduled', 'archived']),
  links: translationLinks.exactOptional(),
  minorEdits: minorEdits.exactOptional(),
  translation: translationCountsSchema.exactOptional(),
  draftHash: z.string().exactOptional(),
  schedule: scheduleSchema.exactOptional(),
  publishedSlug: slug.exactOptional(),
  firstPublishedAt: milliseconds.exactOptional(),
  publishedAt: milliseconds.exactOptional(),
  revision: count,
});

const draftItem = z.strictObject({
  id: itemId,
  type: z.string().min(1),
  sourceLanguage: locale,
  entryId: entryId.exactOptional(),
  author: z.string().exactOptional(),
  authorId: z.string().min(1).exactOptional(),
  authorName: z.string().exactOptional(),
  createdAt: milliseconds.exactOptional(),
  editedAt: milliseconds.exactOptional(),
  editedBy: person.exactOptional(),
  trashedAt: milliseconds.exactOptional(),
  draftHash: z.string().exactOptional(),
  tags: z.array(z.string()),
  cover: draftCover.exactOptional(),
  fields: fieldValues,
  languages: z.record(locale, draftLanguage),
});

/** A stored item, finished or not; drafts may be incomplete. */
export const itemSchema: z.ZodType<Item> = draftItem.superRefine((value, context) => {
  if (isLongerThan(value, MAX_ITEM_BYTES)) context.addIssue({ code: 'custom', message: ITEM_TOO_LONG });
});

/** An item that can be published: all texts satisfy their limits. */
export const finishedItemSchema: z.ZodType<Item> = draftItem.extend({
  author: z.string().max(CONTENT_LIMITS.author).exactOptional(),
  tags: z.array(tag).max(CONTENT_LIMITS.tags),
  languages: z.record(locale, draftLanguage.extend({ title, slug, summary, body: richTextSchema, seo })),
});

const publishedCover = z.strictObject({
  media: mediaId,
  width: z.number().positive(),
  height: z.number().positive(),
  alt: z.string(),
});

const publication = z.strictObject({
  itemId,
  type: z.string(),
  language: locale,
  slug,
  title,
  summary,
  body: checkedBody,
  seo,
  fields: fieldValues,
  tags: z.array(tag),
  cover: publishedCover.exactOptional(),
  author: z.string().exactOptional(),
  sourceLanguage: locale,
  firstPublishedAt: milliseconds,
  publishedAt: milliseconds,
  revision: z.int().positive(),
});

export const publicationSchema: z.ZodType<Publication> = publication;

export const revisionSchema: z.ZodType<Revision> = publication.extend({
  by: person.exactOptional(),
  actionId: z.string().min(1).exactOptional(),
  links: translationLinks.exactOptional(),
  minorEdits: minorEdits.exactOptional(),
});

const versionLanguage = z.strictObject({
  title: z.string(),
  slug: z.string(),
  summary: z.string(),
  body: checkedBody,
  seo: draftSeo,
  coverAlt: z.string().exactOptional(),
  fields: fieldValues,
  links: translationLinks.exactOptional(),
  minorEdits: minorEdits.exactOptional(),
});

export const savedVersionSchema: z.ZodType<SavedVersion> = z.strictObject({
  itemId,
  kind: z.enum(['named', 'before-restore']),
  name: z.string().max(CONTENT_LIMITS.savedVersionName),
  at: milliseconds,
  by: person,
  author: z.string().exactOptional(),
  tags: z.array(z.string()),
  cover: draftCover.exactOptional(),
  fields: fieldValues,
  languages: z.record(locale, versionLanguage),
});

export const publicationCardSchema: z.ZodType<PublicationCard> = z.strictObject({
  language: locale,
  contentLanguage: locale,
  itemId,
  entryId: entryId.exactOptional(),
  type: z.string(),
  slug,
  title,
  summary,
  fields: fieldValues,
  tags: z.array(tag),
  cover: publishedCover.exactOptional(),
  readingMinutes: z.int().min(1),
  firstPublishedAt: milliseconds,
  publishedAt: milliseconds,
});

export const oldAddressSchema: z.ZodType<OldAddress> = z.strictObject({ itemId });

export const listingCountSchema = z.strictObject({
  total: z.int().nonnegative(),
  tags: z.record(tag, z.int().nonnegative()),
});

/** Number of entries in the listing of a type and language, in total and by tag. A tag may be at 0. */
export type ListingCount = z.infer<typeof listingCountSchema>;
