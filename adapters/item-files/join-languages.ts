import { basename } from 'node:path';
import { MAX_IMPORTED_ADDRESSES } from '#core/addresses/imported-addresses.ts';
import { pageProblem } from '#core/content/validate-item.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import type { ReaderOptions, SourcedItem, UnreadableItem } from '#core/importing/item-reader.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { Problem } from '#core/problems/problem.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { readPicture } from './file-within.ts';
import { blockOf, type Findings, type ForeignText } from './foreign-text.ts';

/** A post in one language, with what it says about the whole item. */
export interface LanguagePart {
  file: string;
  /** The line that the post begins on. */
  line: number;
  language: Locale;
  /** Whether it is known to be a translation. */
  isTranslation?: boolean;
  /** The language as an item file has it, without what is empty. */
  content: {
    title: string;
    slug: string;
    summary: string | undefined;
    body: { tiptap: RichText };
    seo: { [member: string]: unknown };
    coverAlt: string | undefined;
    state: 'draft' | 'published';
    oldAddresses: string[];
    fields: { [key: string]: unknown };
  };
  fields: { [key: string]: unknown };
  publishedAt: string | undefined;
  author: string | undefined;
  tags: string[];
  cover: string | undefined;
  text: ForeignText;
  findings: Findings;
  /** The line of a member of the language or the item, such as `['title']`. */
  lineOf(path: Problem['path']): number;
}

/**
 * Makes an item of its languages. What they share comes from the original: the only one that is no translation, or else the text
 * in the site's own language; what it lacks, from another one. A byline that differs stays that of its language. If the import is lenient, languages that the site does not have
 * are left out, and what is too long is cut.
 */
export function joinLanguages(
  { config, lenient }: Pick<ReaderOptions, 'config' | 'lenient'>,
  { id, type }: { id: string; type: string },
  all: [LanguagePart, ...LanguagePart[]],
): SourcedItem | UnreadableItem {
  const isKept = ({ language }: LanguagePart) => !lenient || config.locales.some(({ code }) => code === language);
  const kept = all.filter(isKept).map((part) => (lenient ? fitted(withFreeSlug(config, { id, type }, part)) : part));
  const source = originalOf(kept, config.defaultLocale);
  if (!source) {
    const [{ file, line, language }] = all;
    return { file, line, unreadable: `the site has no language "${language}"` };
  }
  const ordered = [source, ...kept.filter((other) => other !== source)];
  const byLanguage = new Map(ordered.toReversed().map((part) => [part.language, part]));
  const first = <T>(read: (part: LanguagePart) => T | undefined) =>
    ordered.map(read).find((value) => value !== undefined);
  const cover = first((part) => part.cover);
  const author = first((part) => part.author);
  const publishedAt = first((part) => part.publishedAt);
  const files = new Set(ordered.flatMap(filesOf));
  const partAt = (path: Problem['path']) => (path[0] === 'languages' && byLanguage.get(String(path[1]))) || source;
  const left = all
    .filter((part) => !isKept(part))
    .map(({ language, file, line }) => ({
      path: ['languages', language],
      message: `is left out (${file}:${line}): the site does not have it`,
    }));
  const problems = [...ordered.flatMap(({ findings }) => findings.problems), ...twice(ordered)];
  const notes: Problem[] = [...ordered.flatMap(({ findings }) => findings.notes), ...left];
  return {
    value: {
      id,
      type,
      sourceLanguage: source.language,
      ...(publishedAt !== undefined && { publishedAt }),
      ...(author !== undefined && { author }),
      tags: first(({ tags }) => (tags.length > 0 ? tags : undefined)) ?? [],
      ...(cover !== undefined && { cover: { file: cover } }),
      fields: Object.assign({}, ...ordered.toReversed().map(({ fields }) => fields)),
      languages: Object.fromEntries(
        [...byLanguage].reverse().map(([language, { content, author: own = author }]) => {
          return [language, withoutEmpty({ ...content, author: own === author ? undefined : own })];
        }),
      ),
    },
    file: source.file,
    fileOf: ({ path }) => partAt(path).file,
    lineOf: ({ path, lineInText }) => lineInText ?? lineOf(partAt(path), path),
    readFile: async (name) =>
      files.has(name) ? { key: name, name: basename(name), bytes: await readPicture(name) } : undefined,
    ...(problems.length > 0 && { problems }),
    ...(notes.length > 0 && { notes }),
  };
}

/** A part with another slug where the site itself has that of a page, noted. */
function withFreeSlug(config: SiteConfig, item: { id: string; type: string }, part: LanguagePart): LanguagePart {
  const { language, content, findings } = part;
  const { slug } = content;
  if (pageProblem(config, { ...item, languages: { [language]: { slug } } }, language) !== 'reserved') return part;
  const message = `the site itself answers at "/${slug}": it becomes "${slug}-2"`;
  findings.notes.push({ path: ['languages', language, 'slug'], message, lineInText: part.lineOf(['slug']) });
  return { ...part, content: { ...content, slug: `${slug}-2` } };
}

/** A part with what is too long cut, and noted. */
function fitted(part: LanguagePart): LanguagePart {
  const note = (path: string[], message: string) =>
    part.findings.notes.push({ path: ['languages', part.language, ...path], message, lineInText: part.lineOf(path) });
  const cut = <T>(value: T, path: string[], limit: number): T | string => {
    if (typeof value !== 'string' || value.length <= limit) return value;
    note(path, `has ${value.length} characters, and is cut to ${limit}`);
    return `${value
      .slice(0, limit - 1)
      .toWellFormed()
      .trimEnd()}…`;
  };
  const first = <T>(values: readonly T[], path: string[], limit: number) => {
    if (values.length > limit)
      note(path, `has ${values.length} entries, of which ${values.length - limit} are left out`);
    return values.slice(0, limit);
  };
  const { content } = part;
  const seo = Object.entries(content.seo).map(([name, value]) => {
    const limit = name === 'title' ? CONTENT_LIMITS.seoTitle : CONTENT_LIMITS.seoDescription;
    return [name, cut(value, ['seo', name], limit)];
  });
  return {
    ...part,
    content: {
      ...content,
      title: cut(content.title, ['title'], CONTENT_LIMITS.title),
      summary: cut(content.summary, ['summary'], CONTENT_LIMITS.summary),
      coverAlt: cut(content.coverAlt, ['coverAlt'], CONTENT_LIMITS.alt),
      seo: Object.fromEntries(seo),
      oldAddresses: first(content.oldAddresses, ['oldAddresses'], MAX_IMPORTED_ADDRESSES),
    },
    author: cut(part.author, ['author'], CONTENT_LIMITS.author),
    tags: first(part.tags, ['tags'], CONTENT_LIMITS.tags),
  };
}

/** The members of a language that say something, and its title. */
function withoutEmpty(content: object): object {
  const says = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value;
  return Object.fromEntries(Object.entries(content).filter(([name, value]) => name === 'title' || says(value)));
}

function originalOf(parts: LanguagePart[], defaultLocale: Locale): LanguagePart | undefined {
  const originals = parts.filter(({ isTranslation }) => !isTranslation);
  if (originals.length === 1) return originals[0];
  return parts.find(({ language }) => language === defaultLocale) ?? parts[0];
}

/** Posts in the same language of the same item. */
function twice(parts: LanguagePart[]): Problem[] {
  const known = new Map<string, LanguagePart>();
  return parts.flatMap((part) => {
    const { language, file, line } = part;
    const other = known.get(language);
    if (!other) known.set(language, part);
    const message = `has another text in ${file}:${line}`;
    return other ? [{ path: ['languages', language], message, lineInText: other.line }] : [];
  });
}

function filesOf({ cover, text, fields, content }: LanguagePart): string[] {
  const files = cover === undefined ? [] : [cover];
  const visit = (value: unknown) => {
    for (const [key, own] of Object.entries(value ?? {})) {
      if (key === 'file' && typeof own === 'string') files.push(own);
      else if (typeof own === 'object') visit(own);
    }
  };
  visit([text.richText, fields, content.fields]);
  return files;
}

function lineOf({ text, ...part }: LanguagePart, path: Problem['path']): number {
  const block = blockOf(path);
  if (block !== undefined) return text.lines[block] ?? part.line;
  return part.lineOf(path[0] === 'languages' ? path.slice(2) : path);
}
