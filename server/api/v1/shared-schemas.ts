import { z } from 'zod';
import { mediaId } from '#core/content/schema-parts.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { localeSet } from '#site-config';
import { LINES, ONE_LINE } from './control-characters.ts';

/** Schemas with a name in the API description. */
export const namedSchemas = z.registry<{ id: string }>();

/** Gives a schema a name in the API description. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  namedSchemas.add(schema, { id });
  return schema;
}

const codes = localeSet.locales.map(({ code }) => code) as [string, ...string[]];

export const language = named('Language', z.enum(codes).describe('A language of the site.'));

export const languages = z
  .array(language)
  .min(1)
  .max(codes.length)
  .refine((given) => new Set(given).size === given.length, 'may name each language once')
  .meta({ description: 'Performed on all of them, or on none.', uniqueItems: true });

export const moment = z.iso.datetime({ offset: true }).describe('A time such as 2026-05-04T09:00:00-06:00.');

/** The cursor of a page. @param isCursor validates cursors of the list */
export function cursorOf(isCursor: (text: string) => boolean): z.ZodString {
  return z
    .string()
    .max(400)
    .refine(isCursor, 'must be the next of a page of this list')
    .describe('The next of the previous page.');
}

/** Requests are parsed from JSON, so any value is JSON. */
const json: z.ZodType<JsonValue> = z.any();

const node = named(
  'RichTextNode',
  z.looseObject({
    type: z.string(),
    attrs: z.record(z.string(), json).exactOptional(),
    marks: z.array(z.looseObject({ type: z.string() })).exactOptional(),
    text: z.string().exactOptional(),
    get content(): z.ZodExactOptional<z.ZodArray<z.ZodType>> {
      return z.array(node as z.ZodType).exactOptional();
    },
  }),
);

/** Only the shape; nodes are validated when a body is converted to a text. */
const richText = named('RichText', z.object({ type: z.literal('doc'), content: z.array(node) }));

export const richBody = named(
  'Body',
  z
    .union(
      [
        z.strictObject({ markdown: z.string() }),
        z.strictObject({ html: z.string() }),
        z.strictObject({ tiptap: richText }),
      ],
      'must have one of markdown, html and tiptap',
    )
    .describe(
      "A rich text in one of three forms. Blocks keep their ids wherever the text still matches the draft's. A block of a translation may name the block of the source that it translates by its id, or null, in attrs.translates (data-translates in HTML).",
    ),
);

/** The format of rich texts in responses. */
export const bodyForm = z.enum(['tiptap', 'markdown', 'html']).describe('The form of rich texts in the response.');

export const bodyQuery = z.object({ body: bodyForm.default('tiptap') });

const slug = z
  .string()
  .max(CONTENT_LIMITS.slug)
  .check((context) => {
    const problem = slugProblem(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });

// Not patterns in the description, because many clients' regular expressions do not support Unicode properties.
function oneLine(most: number, text: z.ZodString = z.string()): z.ZodString {
  return text.max(most).refine((given) => ONE_LINE.test(given), 'must stand on one line, without control characters');
}

export function lines(most: number, text: z.ZodString = z.string()): z.ZodString {
  return text.max(most).refine((given) => LINES.test(given), 'has a control character');
}

const seo = z.strictObject({
  title: oneLine(CONTENT_LIMITS.seoTitle).exactOptional(),
  description: lines(CONTENT_LIMITS.seoDescription).exactOptional(),
});

export const fieldValues = named(
  'Fields',
  z.record(z.string(), json).describe('Values by key; GET /content-types lists the keys. null removes a value.'),
);

export const tags = z
  .array(
    z
      .string()
      .max(CONTENT_LIMITS.tag)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a tag is lowercase letters, digits and hyphens'),
  )
  .max(CONTENT_LIMITS.tags);

const coverAlt = oneLine(CONTENT_LIMITS.alt);

export const cover = named(
  'Cover',
  z.strictObject({
    media: mediaId,
    alt: z
      .partialRecord(language, coverAlt)
      .exactOptional()
      .describe('The alternative text of each language. Missing languages stay unchanged.'),
  }),
);

export const author = oneLine(CONTENT_LIMITS.author).describe('The byline; empty for none.');

const languageTexts = {
  slug: slug.exactOptional(),
  summary: lines(CONTENT_LIMITS.summary).exactOptional(),
  body: richBody.exactOptional(),
  seo: seo.exactOptional(),
  coverAlt: coverAlt.exactOptional().describe("What the item's cover shows; empty for nothing said."),
  author: author.exactOptional().describe("The byline in this language; empty for the item's."),
  fields: fieldValues.exactOptional(),
};

/** A complete language. */
export const languageText = named(
  'LanguageText',
  z.strictObject({ title: oneLine(CONTENT_LIMITS.title, z.string().trim().min(1)), ...languageTexts }),
);

/** Some of a language's members; missing ones stay unchanged. */
export const languagePatch = named(
  'LanguagePatch',
  z.strictObject({ title: oneLine(CONTENT_LIMITS.title).exactOptional(), ...languageTexts }),
);

export type LanguagePatch = z.infer<typeof languagePatch>;
export type RichBody = z.infer<typeof richBody>;
export type BodyForm = z.infer<typeof bodyForm>;
