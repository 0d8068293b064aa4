import { z } from 'zod';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { RichText } from '../rich-text/rich-text.ts';

export const localeCode = z.string().min(2).max(6);
/** Milliseconds since 1970. */
export const milliseconds = z.int().nonnegative();
export const count = z.int().nonnegative();

/** An item id: has the form of a slug. */
export const itemId = z.string().check((context) => {
  const problem = slugProblem(context.value)?.replaceAll('slug', 'id');
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

export const slug = z.string().check((context) => {
  const problem = slugProblem(context.value);
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

export const tag = z
  .string()
  .max(CONTENT_LIMITS.tag)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a tag is lowercase letters, digits and hyphens');

export const mediaId = z.string().regex(/^[0-9a-f]{32}$/, 'not the id of a media file');

/**
 * The ids of the media files that the contents show or link to (`media-in.ts`), for queries. Missing where it was written before
 * there was the list, until a job adds it (`record-media-uses.ts`).
 */
export const mediaList = z.array(mediaId).exactOptional();

export const seo = z.strictObject({
  title: z.string().max(CONTENT_LIMITS.seoTitle).exactOptional(),
  description: z.string().max(CONTENT_LIMITS.seoDescription).exactOptional(),
});

/** Created by `crypto.randomUUID`. */
export const entryId = z.uuid();

const json: z.ZodType<JsonValue> = z.json();
/** Values by key of the field. */
export const fieldValues = z.record(z.string(), json);
export const title = z.string().trim().min(1).max(CONTENT_LIMITS.title);
export const summary = z.string().max(CONTENT_LIMITS.summary);

/** The text of a publication was validated with the item; only its presence is checked here. */
export const checkedBody = z.custom<RichText>(
  (value) => (value as RichText | undefined)?.type === 'doc' && Array.isArray((value as RichText).content),
  'a body is a rich text',
);

export const person = z.strictObject({ id: z.string().min(1), name: z.string() });

export const translationLink = z.strictObject({
  /** The unit of the source. Fields have the same name in both. */
  source: z.string(),
  /** Hash of the source's contents at that time. */
  hash: z.string(),
  /** Plain text of the source at that time, to show what has changed; at most `MAX_LINK_TEXT` characters. */
  text: z.string(),
});

/** By unit of the translation. */
export const translationLinks = z.record(z.string(), translationLink);

export const minorEdit = z.strictObject({ unit: z.string(), from: z.string(), to: z.string() });
