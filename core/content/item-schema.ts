import { z } from 'zod';
import { CONTENT_LIMITS, ITEM_TOO_LONG, MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { isLongerThan, richTextSchema } from '../rich-text/rich-text-schema.ts';
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

/** Number of units by state. */
export const translationCountsSchema = z.strictObject({
  missing: count,
  stale: count,
  current: count,
  extra: count,
  moved: count,
});

export const scheduleFailureSchema = z.strictObject({
  action: z.enum(['publish', 'unpublish']),
  at: milliseconds,
  /**
   * `forbidden`: the author no longer has the right. `invalid`: checks failed, listed in `codes`. `conflict`: a retry may
   * succeed.
   */
  reason: z.enum(['forbidden', 'invalid', 'conflict']),
  codes: z.array(z.string()),
});

export const scheduleSchema = z.strictObject({
  publishAt: milliseconds.exactOptional(),
  /** The author; their right is checked again when it is due. */
  publishBy: person.exactOptional(),
  unpublishAt: milliseconds.exactOptional(),
  unpublishBy: person.exactOptional(),
  /** The last scheduled action that failed. */
  failed: scheduleFailureSchema.exactOptional(),
});

const reviewNote = z.string().min(1).max(CONTENT_LIMITS.reviewNote);

const reviewTurnSchema = z.strictObject({
  askedAt: milliseconds,
  askedBy: person,
  /** What whoever asked says about it. */
  note: reviewNote.exactOptional(),
  /** Who was asked; missing if it was whoever publishes. */
  reviewer: person.exactOptional(),
  /** Id of the saved version with the text as it was when the review was asked for. */
  savedVersion: z.string().exactOptional(),
  /** Set when an editor sends the text back instead of publishing it. */
  sentBack: z.strictObject({ at: milliseconds, by: person, note: reviewNote }).exactOptional(),
});

export const reviewSchema = reviewTurnSchema.extend({
  /** What was asked and answered before, oldest first. */
  earlier: z.array(reviewTurnSchema).max(CONTENT_LIMITS.reviewTurns).exactOptional(),
});

export const coverSchema = z.strictObject({
  /** Id of a media document. */
  media: mediaId,
});

export const languageContentSchema = z.strictObject({
  title: z.string(),
  slug: z.string(),
  summary: z.string(),
  body: checkedBody,
  seo: z.strictObject({ title: z.string().exactOptional(), description: z.string().exactOptional() }),
  /** Alternative text of the cover. Kept when there is no cover, and ignored then. */
  coverAlt: z.string().exactOptional(),
  /** The byline in this language; the shared one if it is empty or missing. */
  author: z.string().exactOptional(),
  /** The localized fields. */
  fields: fieldValues,
});

export const savedVersionLanguageSchema = languageContentSchema.extend({
  /** What the text was translated from; empty or missing on the source. */
  links: translationLinks.exactOptional(),
  /** On the source: changes that translations need not follow. */
  minorEdits: z.array(minorEdit).exactOptional(),
});

export const itemLanguageSchema = savedVersionLanguageSchema.extend({
  state: z.enum(['draft', 'published', 'changed', 'scheduled', 'archived']),
  /** The state of the translation; missing on the source. */
  translation: translationCountsSchema.exactOptional(),
  /**
   * Hash of the contents at the last snapshot: a different hash means that a program wrote to the item and not to the draft.
   */
  draftHash: z.string().exactOptional(),
  schedule: scheduleSchema.exactOptional(),
  /** Ends when the language is published, scheduled to be, or archived. */
  review: reviewSchema.exactOptional(),
  /** The slug of the current publication. */
  publishedSlug: slug.exactOptional(),
  /** Set at the first publication and never changed. */
  firstPublishedAt: milliseconds.exactOptional(),
  publishedAt: milliseconds.exactOptional(),
  /** Who published it last; missing for the server itself and where it was not recorded. */
  publishedBy: person.exactOptional(),
  /** Parts of the current publication that pages leave out, since they cannot be shown: as `ContentPart`. */
  unshown: z.array(z.string()).exactOptional(),
  /** The number of the latest revision; 0 before the first. */
  revision: count,
});

const finishedAuthor = z.string().max(CONTENT_LIMITS.author).exactOptional();

const anyItem = z.strictObject({
  id: itemId,
  type: z.string().min(1),
  sourceLanguage: localeCode,
  /**
   * Id of the item in feeds: a random text, created at the first publication. Missing for imported items, whose id was chosen and not derived from a draft: feeds use their item id.
   */
  entryId: entryId.exactOptional(),
  /** The byline of every language that has none of its own. */
  author: z.string().exactOptional(),
  /** The account that created it, and its name at the time. */
  authorId: z.string().min(1).exactOptional(),
  authorName: z.string().exactOptional(),
  createdAt: milliseconds.exactOptional(),
  /** Time and author of the last change. */
  editedAt: milliseconds.exactOptional(),
  editedBy: person.exactOptional(),
  /** When it was moved to the trash; `PURGING` while it is being deleted permanently. */
  trashedAt: milliseconds.exactOptional(),
  /** Hash of byline, tags, cover and shared fields, like that of each language. */
  draftHash: z.string().exactOptional(),
  tags: z.array(z.string()),
  cover: coverSchema.exactOptional(),
  media: mediaList,
  /** The shared fields. */
  fields: fieldValues,
  languages: z.record(localeCode, itemLanguageSchema),
});

/** A stored item, finished or not; drafts may be incomplete. */
export const itemSchema = anyItem.superRefine((value, context) => {
  if (isLongerThan(value, MAX_ITEM_BYTES)) context.addIssue({ code: 'custom', message: ITEM_TOO_LONG });
});

/** An item that can be published: all texts satisfy their limits. */
export const finishedItemSchema = anyItem.extend({
  author: finishedAuthor,
  tags: z.array(tag).max(CONTENT_LIMITS.tags),
  languages: z.record(
    localeCode,
    itemLanguageSchema.extend({ title, slug, summary, body: richTextSchema, seo, author: finishedAuthor }),
  ),
});

export const savedVersionSchema = z.strictObject({
  itemId,
  /**
   * Saved automatically: `before-restore`, because an older state replaced the draft; `review-asked`, to tell later what has
   * changed since.
   */
  kind: z.enum(['named', 'before-restore', 'review-asked']),
  /** Empty if saved automatically. */
  name: z.string().max(CONTENT_LIMITS.savedVersionName),
  at: milliseconds,
  by: person,
  /** The shared byline, empty if there was none. */
  author: z.string(),
  tags: z.array(z.string()),
  cover: coverSchema.exactOptional(),
  media: mediaList,
  fields: fieldValues,
  languages: z.record(localeCode, savedVersionLanguageSchema),
});
