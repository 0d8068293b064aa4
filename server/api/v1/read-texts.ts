import { z } from 'zod';
import { richTextsOf } from '#core/content/content-links.ts';
import { fieldsSchema } from '#core/content/field-schema.ts';
import type { Cover, FieldValues, LanguageContent } from '#core/content/item.ts';
import { fieldsOf } from '#core/content/own-contents.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import type { LanguageEdit } from '#core/drafts/edit-language.ts';
import { isTopicOf } from '#core/item-cards/read-topics.ts';
import type { Locale } from '#core/locales/locale.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import { emptyTexts, type RichText, richTextValue, withEmptyTexts } from '#core/rich-text/rich-text.ts';
import { richTextSchema } from '#core/rich-text/rich-text-schema.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { directiveReader, newSiteBlockProblems, withFormerBlocks } from '#core/site-blocks/site-block-problems.ts';
import { takeTranslates, translatesProblems } from '#core/translation/translates.ts';
import { controlProblems } from './control-characters.ts';
import { ApiProblem, bodyError, bodyErrors, type ProblemEntry } from './problem.ts';
import type { ApiAnswer, ApiServices } from './route.ts';
import { type cover, type LanguagePatch, type RichBody, richBody } from './shared-schemas.ts';

type Path = (string | number)[];

/** Collects all problems of a request's texts, to report them together. */
export interface TextReader {
  /** @param sourceIds the ids of the source's blocks, which blocks may translate; without them, it is the source itself */
  language(change: LanguagePatch, at: Path, sourceIds: ReadonlySet<string> | undefined): LanguageEdit;
  /** @param localized whether the fields are localized or shared */
  fields(values: FieldValues, localized: boolean, at: Path): FieldValues;
  /** @param currentTags of the item, which may stay even if the site no longer has them */
  tags(values: string[], currentTags: readonly string[], at: Path): Promise<string[]>;
  report(path: Path, message: string, code?: string): void;
  /** What of the texts is left out, so far. */
  readonly lost: ProblemEntry[];
  /** @throws {ApiProblem} if there was any problem */
  end(): void;
}

type FormerTexts = Pick<LanguageContent, 'body' | 'fields'>;

const NO_TEXTS: FormerTexts = { body: { type: 'doc', content: [] }, fields: {} };

/**
 * Parses the texts of an item that a program sent.
 * @param itemId of the existing or the new item
 * @param former the previous contents: a picture without an alternative text in Markdown stays decorative if it was
 */
export async function createTextReader(
  { config, origin, store }: Pick<ApiServices, 'config' | 'origin' | 'store'>,
  type: ContentType,
  itemId: string,
  former: FormerTexts = NO_TEXTS,
): Promise<TextReader> {
  const readers = await loadParsers(config, origin);
  const formerTexts = richTextsOf(type, former).map(({ text }) => text);
  const empty = emptyTexts(formerTexts);
  const errors: ProblemEntry[] = [];
  const lost: ProblemEntry[] = [];
  const tell = (more: ProblemEntry[]) => {
    for (const error of more) errors.push(error);
  };
  const report = (path: Path, message: string, code?: string) => void errors.push(bodyError({ path, message }, code));

  function richText(value: RichBody, text: unknown, at: Path): RichText {
    const parsed = richTextSchema.safeParse(text);
    if (!parsed.success) {
      tell(bodyErrors(parsed.error, at));
      return { type: 'doc', content: [] };
    }
    const normal = withFormerBlocks(normalizeRichText(parsed.data), formerTexts);
    for (const problem of newSiteBlockProblems(config.blocks ?? [], normal, formerTexts)) {
      report([...at, ...('tiptap' in value ? problem.path : [])], problem.message, 'site-block');
    }
    return 'markdown' in value ? withEmptyTexts(normal, empty) : normal;
  }

  function fieldText(value: RichBody, at: Path): RichText {
    const read = readRichText(readers, value, at, report, lost);
    return read ? richText(value, read.text, read.at) : { type: 'doc', content: [] };
  }

  function body(value: RichBody, at: Path, sourceIds: ReadonlySet<string> | undefined) {
    const read = readRichText(readers, value, at, report, lost);
    if (!read) return {};
    const { text, translates } = takeTranslates(read.text);
    for (const { index, message } of translatesProblems(translates, sourceIds)) {
      const block = 'tiptap' in value ? ['content', index, 'attrs', 'translates'] : [];
      report([...read.at, ...block], message, 'translates');
    }
    return { body: richText(value, text, read.at), ...(translates.length > 0 && { translates }) };
  }

  function fields(values: FieldValues, localized: boolean, at: Path): FieldValues {
    const read = Object.entries(values).map(([key, value]): [string, JsonValue] => {
      const field = type.fields.find((known) => known.key === key);
      const rich = field?.kind === 'rich-text' && value !== null ? richBody.safeParse(value) : undefined;
      return [key, rich?.success ? richTextValue(fieldText(rich.data, [...at, key])) : value];
    });
    const given = Object.fromEntries(read.filter(([, value]) => value !== null));
    const parsed = fieldsSchema(type, { item: itemId, localized }).safeParse(given);
    const own = parsed.error?.issues.filter(
      ({ code, path }) => code === 'unrecognized_keys' || Object.hasOwn(given, String(path[0])),
    );
    if (own) tell(bodyErrors(new z.ZodError(own), at));
    for (const { path, message } of controlProblems(type.fields, given, at)) report(path, message);
    for (const key of Object.keys(values)) {
      if (values[key] === null && !fieldsOf(type, itemId, localized).some((field) => field.key === key)) {
        report([...at, key], 'there is no such member');
      }
    }
    return Object.fromEntries(read);
  }

  return {
    report,
    lost,
    fields,
    async tags(values, currentTags, at) {
      for (const [index, tag] of values.entries()) {
        if (currentTags.includes(tag) || Object.hasOwn(config.tags, tag) || (await isTopicOf(store, config, tag)))
          continue;
        report([...at, index], 'the site has no such tag', 'unknown-tag');
      }
      return values;
    },
    language(change, at, sourceIds) {
      const { body: given, fields: values, ...texts } = change;
      return {
        ...texts,
        ...(given && body(given, [...at, 'body'], sourceIds)),
        ...(values && { fields: fields(values, true, [...at, 'fields']) }),
      } as LanguageEdit;
    },
    end() {
      if (errors.length === 0) return;
      throw new ApiProblem('invalid', 'The contents are not right; errors says where.', { errors });
    },
  };
}

type Parsers = Awaited<ReturnType<typeof loadParsers>>;

/** The parsers are not loaded before a program sends a text. */
async function loadParsers({ blocks = [] }: Pick<SiteConfig, 'blocks'>, origin: string) {
  const [{ parseMarkdown }, { parseHtml }] = await Promise.all([
    import('#core/markdown/parse-markdown.ts'),
    import('#core/html/parse-html.ts'),
  ]);
  return {
    parseMarkdown: (markdown: string) => parseMarkdown(markdown, { readDirective: directiveReader(blocks, false) }),
    parseHtml: (html: string) => parseHtml(html, { origin }),
  };
}

function readRichText(
  { parseMarkdown, parseHtml }: Parsers,
  value: RichBody,
  at: Path,
  report: TextReader['report'],
  lost: ProblemEntry[],
): { text: unknown; at: Path } | undefined {
  if ('tiptap' in value) return { text: value.tiptap, at: [...at, 'tiptap'] };
  if ('html' in value) {
    const result = parseHtml(value.html);
    if (result.ok) {
      for (const { line, message } of result.lost ?? []) {
        lost.push(bodyError({ path: [...at, 'html'], message: `line ${line}: ${message}` }, 'html'));
      }
      return { text: result.richText, at: [...at, 'html'] };
    }
    report([...at, 'html'], result.problem);
    return undefined;
  }
  const result = parseMarkdown(value.markdown);
  if (result.ok) return { text: result.richText, at: [...at, 'markdown'] };
  for (const { line, message } of result.problems) {
    report([...at, 'markdown'], `line ${line}: ${message}`, 'markdown');
  }
  return undefined;
}

/** Adds what is left out of the texts to the answer of a request that wrote them. */
export function withDropped(answer: ApiAnswer, { lost }: Pick<TextReader, 'lost'>): ApiAnswer {
  return lost.length === 0 ? answer : { ...answer, body: { ...(answer.body as object), lost } };
}

/** Splits a cover into the item's picture and the alternative texts of the languages. */
export function readCover({ media, alt = {} }: z.output<typeof cover>): { cover: Cover; alts: [Locale, string][] } {
  const alts = Object.entries(alt).filter((entry): entry is [Locale, string] => entry[1] !== undefined);
  return { cover: { media }, alts };
}
