import { z } from 'zod';
import { momentIn } from '../clock/zoned-time.ts';
import type { FieldValues } from '../content/item.ts';
import { proposeSlug } from '../content-types/slugs.ts';
import { parseHtml } from '../html/parse-html.ts';
import type { Locale, Localized } from '../locales/locale.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { type Problem, schemaProblems, textProblems } from '../problems/problem.ts';
import { type RichText, richTextValue } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SiteBlock } from '../site-blocks/site-block.ts';
import { directiveReader } from '../site-blocks/site-block-problems.ts';
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
  /** The page that a page stands below. */
  parent?: string;
  /** Its position among the pages below that one; without it, it comes last, or stays where it is. */
  position?: number;
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
      /** What `body` was parsed from, if it was not given as it is. */
      written?: { form: 'markdown' | 'html'; text: string };
      /** Whether the text is not to be published. */
      isDraft?: true;
      /** Paths of this site that lead to the page, besides those that it had here. */
      oldAddresses?: string[];
      /** Alternative text of the cover, if not given with the cover. */
      coverAlt?: string;
      /** The byline in this language, if not the item's. */
      author?: string;
      fields: FieldValues;
    };
  };
}

export interface ImportedItemReading {
  problems: Problem[];
  /** What the texts lost on their way in. */
  notes: Problem[];
  /** Missing if the value is not like an item at all. A body with problems is empty. */
  item?: ImportedItem;
}

type ReadingSite = Partial<Pick<SiteConfig, 'blocks' | 'timeZone'>>;

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
    .union(
      [z.iso.datetime({ offset: true, local: true }), z.iso.date()],
      'must be a moment such as 2026-05-04T09:00:00-06:00',
    )
    .refine(
      (moment) => momentIn('UTC', moment) >= 0,
      'must be a moment not before 1970, since earlier ones cannot be stored',
    )
    .optional(),
  author: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parent: z.string().optional(),
  position: z.number().optional(),
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
            [
              z.strictObject({ markdown: z.string() }),
              z.strictObject({ html: z.string() }),
              z.strictObject({ tiptap: richTextShape }),
            ],
            'must have one of markdown, html and tiptap',
          )
          .optional(),
        seo: z.strictObject({ title: z.string().optional(), description: z.string().optional() }).optional(),
        coverAlt: z.string().optional(),
        author: z.string().optional(),
        state: z.enum(['draft', 'published']).optional(),
        oldAddresses: z.array(z.string()).optional(),
        fields: fields.optional(),
      }),
    )
    .refine((languages) => Object.keys(languages).length > 0, 'an item needs a text in at least one language'),
});

/**
 * Parses an item in the format of the Content API, plus `id`, `publishedAt`, `cover`, `parent`, `position`, and `state` and `oldAddresses` of languages.
 * @param site whose blocks a text may have, and whose time zone dates without an offset are in; UTC if missing
 */
export function readImportedItem(value: unknown, site: ReadingSite = {}): ImportedItemReading {
  const parsed = importedItemSchema.safeParse(value);
  if (parsed.success) return readParsed(parsed.data, site);
  const problems = schemaProblems(parsed.error);
  // An item whose only problem is unknown members can be parsed without them.
  const isOnlyUnknown = parsed.error.issues.every(({ code }) => code === 'unrecognized_keys');
  if (!isOnlyUnknown) return { problems, notes: [] };
  const known = structuredClone(value);
  for (const { path } of problems) remove(known, path);
  const rest = readImportedItem(known, site);
  return { ...rest, problems: [...problems, ...rest.problems] };
}

function remove(value: unknown, path: (string | number)[]): void {
  const holder = path.slice(0, -1).reduce((inner, name) => (inner as { [name: string]: unknown })[name], value);
  delete (holder as { [name: string]: unknown })[path.at(-1) ?? ''];
}

function readParsed(
  given: z.infer<typeof importedItemSchema>,
  { blocks = [], timeZone = 'UTC' }: ReadingSite,
): ImportedItemReading {
  const problems: Problem[] = textProblems(given);
  const notes: Problem[] = [];
  const languages: ImportedItem['languages'] = {};
  for (const [locale, language] of Object.entries(given.languages)) {
    const body = readBody(language.body, blocks);
    const inBody = (problem: Problem) => ({ ...problem, path: ['languages', locale, 'body', ...problem.path] });
    for (const problem of body.problems) problems.push(inBody(problem));
    for (const note of body.notes) notes.push(inBody(note));
    const own = readFields(language.fields ?? {}, blocks);
    problems.push(
      ...own.problems.map((problem) => ({ ...problem, path: ['languages', locale, 'fields', ...problem.path] })),
    );
    languages[locale] = {
      title: language.title,
      slug: language.slug ?? proposeSlug(language.title, locale),
      summary: language.summary ?? '',
      body: body.richText,
      ...writtenOf(language.body),
      ...(body.translates.length > 0 && { translates: body.translates }),
      seo: withoutUndefined(language.seo ?? {}),
      ...(language.coverAlt !== undefined && { coverAlt: language.coverAlt }),
      ...(language.author !== undefined && { author: language.author }),
      ...(language.state === 'draft' && { isDraft: true }),
      ...(language.oldAddresses && { oldAddresses: language.oldAddresses }),
      fields: own.fields,
    };
  }
  const { publishedAt, author, cover, parent, position } = given;
  return {
    problems,
    notes,
    item: {
      id: given.id ?? languages[given.sourceLanguage]?.slug ?? '',
      type: given.type,
      sourceLanguage: given.sourceLanguage,
      ...(publishedAt !== undefined && { publishedAt: Math.max(0, momentIn(timeZone, publishedAt)) }),
      ...(author !== undefined && { author }),
      tags: given.tags ?? [],
      ...(parent !== undefined && { parent }),
      ...(position !== undefined && { position }),
      ...(cover && { cover: { ...cover, alt: cover.alt ?? {} } }),
      fields: given.fields ?? {},
      languages,
    },
  };
}

/** Fields, with the texts of those that are written in Markdown, as bodies are. */
function readFields(given: FieldValues, blocks: readonly SiteBlock[]): { fields: FieldValues; problems: Problem[] } {
  const problems: Problem[] = [];
  const entries = Object.entries(given).map(([key, value]): [string, FieldValues[string]] => {
    if (!isMarkdown(value)) return [key, value];
    const { richText, problems: own } = readBody(value, blocks);
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
  body: { markdown: string } | { html: string } | { tiptap: z.infer<typeof richTextShape> } | undefined,
  blocks: readonly SiteBlock[],
): { richText: RichText; translates: BlockTranslates; problems: Problem[]; notes: Problem[] } {
  const none = { richText: { type: 'doc', content: [] } as RichText, translates: [], problems: [], notes: [] };
  if (!body) return none;
  if ('tiptap' in body) {
    const { text, translates } = takeTranslates(body.tiptap);
    return { ...none, richText: text as RichText, translates };
  }
  if ('html' in body) {
    const result = parseHtml(body.html);
    if (!result.ok) return { ...none, problems: [{ path: ['html'], message: result.problem }] };
    const { text, translates } = takeTranslates(result.richText);
    const notes = (result.lost ?? []).map(({ line, message }) => ({ path: ['html'], message, lineInText: line }));
    return { ...none, richText: text as RichText, translates, notes };
  }
  const result = parseMarkdown(body.markdown, { pictureFiles: true, readDirective: directiveReader(blocks, true) });
  if (result.ok) return { ...none, richText: result.richText };
  const problems = result.problems.map(({ line, message }) => ({ path: ['markdown'], message, lineInText: line }));
  return { ...none, problems };
}

function writtenOf(body: { markdown: string } | { html: string } | object | undefined) {
  if (!body) return {};
  if ('markdown' in body) return { written: { form: 'markdown' as const, text: body.markdown } };
  return 'html' in body ? { written: { form: 'html' as const, text: body.html } } : {};
}

function withoutUndefined(seo: { title?: string | undefined; description?: string | undefined }) {
  return {
    ...(seo.title !== undefined && { title: seo.title }),
    ...(seo.description !== undefined && { description: seo.description }),
  };
}
