import { z } from 'zod';
import type { FieldValues } from '../content/item.ts';
import { proposeSlug } from '../content-types/slugs.ts';
import type { Locale, Localized } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { schemaProblems } from '../problems/schema-problems.ts';
import { textProblems } from '../problems/text-problems.ts';
import type { MarkdownParser } from '../rich-text/markdown-parser.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { richTextValue } from '../rich-text/rich-text-value.ts';
import { type BlockTranslates, takeTranslates } from '../translation/translates.ts';

/** An item from a file or a program, parsed without the site's configuration. */
export interface ImportedItem {
  id: string;
  type: string;
  sourceLanguage: Locale;
  /** Milliseconds since 1970. */
  publishedAt?: number;
  author?: string;
  tags: string[];
  /** `file` as named in the item's file, or `media`, the id of an existing file. */
  cover?: { alt: Localized } & ({ file: string } | { media: string });
  fields: FieldValues;
  languages: {
    [locale: Locale]: {
      title: string;
      slug: string;
      summary: string;
      body: RichText;
      /** What the blocks of `body` translate, in order. */
      translates?: BlockTranslates;
      seo: { title?: string; description?: string };
      /** Alternative text of the cover, if not given with the cover. */
      coverAlt?: string;
      fields: FieldValues;
    };
  };
}

export interface ImportedItemReading {
  problems: Problem[];
  /** Missing if the value is not like an item at all. A body with problems is empty. */
  item?: ImportedItem;
}

const fields = z.record(z.string(), z.json());

/** Only what is needed to assign block ids; nodes are validated with the item. */
const richTextShape = z.object({
  type: z.literal('doc'),
  content: z.array(z.looseObject({ type: z.string(), attrs: z.looseObject({}).exactOptional() })),
});

/** Only the shape; lengths, slugs and fields are validated on the resulting item. */
const importedItemSchema = z.strictObject({
  id: z.string().optional(),
  type: z.string(),
  sourceLanguage: z.string(),
  publishedAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be a moment such as 2026-05-04T09:00:00-06:00')
    .optional(),
  author: z.string().optional(),
  tags: z.array(z.string()).optional(),
  cover: z
    .union(
      [
        z.strictObject({ file: z.string().min(1), alt: z.record(z.string(), z.string()).optional() }),
        z.strictObject({ media: z.string(), alt: z.record(z.string(), z.string()).optional() }),
      ],
      'must have a file (or the id of a media file) and optionally alt, a text for each language',
    )
    .optional(),
  fields: fields.optional(),
  languages: z
    .record(
      z.string(),
      z.strictObject({
        title: z.string(),
        slug: z.string().optional(),
        summary: z.string().optional(),
        body: z
          .union(
            [z.strictObject({ markdown: z.string() }), z.strictObject({ tiptap: richTextShape })],
            'must have either markdown or tiptap',
          )
          .optional(),
        seo: z.strictObject({ title: z.string().optional(), description: z.string().optional() }).optional(),
        coverAlt: z.string().optional(),
        fields: fields.optional(),
      }),
    )
    .refine((languages) => Object.keys(languages).length > 0, 'an item needs a text in at least one language'),
});

/** Parses an item in the format of the Content API, plus `id`, `publishedAt` and `cover`. */
export function readImportedItem(value: unknown, parseMarkdown: MarkdownParser): ImportedItemReading {
  const parsed = importedItemSchema.safeParse(value);
  if (parsed.success) return readParsed(parsed.data, parseMarkdown);
  const problems = schemaProblems(parsed.error);
  // An item whose only problem is unknown members can be parsed without them.
  const isOnlyUnknown = parsed.error.issues.every(({ code }) => code === 'unrecognized_keys');
  if (!isOnlyUnknown) return { problems };
  const rest = readImportedItem(
    problems.reduce((known, { path }) => without(known, path), value),
    parseMarkdown,
  );
  return { ...rest, problems: [...problems, ...rest.problems] };
}

function without(value: unknown, [name, ...path]: (string | number)[]): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value;
  const { [name]: member, ...others } = value as { [name: string]: unknown };
  return path.length === 0 ? others : { ...others, [name]: without(member, path) };
}

function readParsed(given: z.infer<typeof importedItemSchema>, parseMarkdown: MarkdownParser): ImportedItemReading {
  const problems: Problem[] = textProblems(given);
  const languages: ImportedItem['languages'] = {};
  for (const [locale, language] of Object.entries(given.languages)) {
    const body = readBody(language.body, parseMarkdown);
    for (const problem of body.problems) {
      problems.push({ ...problem, path: ['languages', locale, 'body', ...problem.path] });
    }
    const own = readFields(language.fields ?? {}, parseMarkdown);
    problems.push(
      ...own.problems.map((problem) => ({ ...problem, path: ['languages', locale, 'fields', ...problem.path] })),
    );
    languages[locale] = {
      title: language.title,
      slug: language.slug ?? proposeSlug(language.title, locale),
      summary: language.summary ?? '',
      body: body.richText,
      ...(body.translates.length > 0 && { translates: body.translates }),
      seo: withoutUndefined(language.seo ?? {}),
      ...(language.coverAlt !== undefined && { coverAlt: language.coverAlt }),
      fields: own.fields,
    };
  }
  const { publishedAt, author, cover } = given;
  return {
    problems,
    item: {
      id: given.id ?? languages[given.sourceLanguage]?.slug ?? '',
      type: given.type,
      sourceLanguage: given.sourceLanguage,
      ...(publishedAt !== undefined && { publishedAt: Date.parse(publishedAt) }),
      ...(author !== undefined && { author }),
      tags: given.tags ?? [],
      ...(cover && { cover: { ...cover, alt: cover.alt ?? {} } }),
      fields: given.fields ?? {},
      languages,
    },
  };
}

/** Fields, with the texts of those that are written in Markdown, as bodies are. */
function readFields(given: FieldValues, parseMarkdown: MarkdownParser): { fields: FieldValues; problems: Problem[] } {
  const problems: Problem[] = [];
  const entries = Object.entries(given).map(([key, value]): [string, FieldValues[string]] => {
    if (!isMarkdown(value)) return [key, value];
    const { richText, problems: own } = readBody(value, parseMarkdown);
    problems.push(...own.map((problem) => ({ ...problem, path: [key, ...problem.path] })));
    return [key, richTextValue(richText)];
  });
  return { fields: Object.fromEntries(entries), problems };
}

function isMarkdown(value: FieldValues[string]): value is { markdown: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof value.markdown === 'string' && Object.keys(value).length === 1;
}

function readBody(
  body: { markdown: string } | { tiptap: z.infer<typeof richTextShape> } | undefined,
  parseMarkdown: MarkdownParser,
): { richText: RichText; translates: BlockTranslates; problems: Problem[] } {
  const none = { richText: { type: 'doc', content: [] } as RichText, translates: [] };
  if (!body) return { ...none, problems: [] };
  if ('tiptap' in body) {
    const { text, translates } = takeTranslates(body.tiptap);
    return { richText: text as RichText, translates, problems: [] };
  }
  const result = parseMarkdown(body.markdown, { pictureFiles: true });
  if (result.ok) return { ...none, richText: result.richText, problems: [] };
  const problems = result.problems.map(({ line, message }) => ({ path: ['markdown'], message, lineInText: line }));
  return { ...none, problems };
}

function withoutUndefined(seo: { title?: string | undefined; description?: string | undefined }) {
  return {
    ...(seo.title !== undefined && { title: seo.title }),
    ...(seo.description !== undefined && { description: seo.description }),
  };
}
