import { MAX_IMPORTED_ADDRESSES } from '#core/addresses/imported-addresses.ts';
import { momentIn } from '#core/clock/zoned-time.ts';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { foldToAscii } from '#core/content-types/slugs.ts';
import { readTimeOfDay } from '#core/content-types/time-spans.ts';
import type { ReaderOptions } from '#core/importing/item-reader.ts';
import { decodePart } from '#core/locales/localized-path.ts';
import type { Problem } from '#core/problems/problem.ts';
import type { FindPicture } from '../find-pictures.ts';
import { tagNamed } from '../foreign-names.ts';
import {
  accountFor,
  createFindings,
  type Findings,
  type ForeignText,
  noteStrayLinks,
  plainLine,
  readForeignHtml,
} from '../foreign-text.ts';
import type { LanguagePart } from '../join-languages.ts';
import { tallyHtml } from '../tally.ts';
import { ContentTooLong, contentToHtml } from './content-to-html.ts';
import type { ExportIndex, PostHead } from './export-index.ts';
import { childOf, metadataOf, textOf, type WxrElement } from './read-channel.ts';

/** Metadata of plugins that say something about search results; those with variables are left out. */
const SEO: { [key: string]: 'title' | 'description' } = {
  _yoast_wpseo_title: 'title',
  _yoast_wpseo_metadesc: 'description',
  rank_math_title: 'title',
  rank_math_description: 'description',
  _aioseo_title: 'title',
  _aioseo_description: 'description',
};

/** Keys that plugins keep for themselves, beside those that begin with _. */
const INTERNAL = /^(?:_|rank_math_|jetpack_|wpml_|pll_|aioseo_|et_|elementor_)|views(?:_count)?$/;

export interface Metadata {
  /** Values of fields of the language. */
  values: { [key: string]: unknown };
  /** Values of fields of the item. */
  fields: { [key: string]: unknown };
  seo: { title?: string; description?: string };
}

/** Custom fields of a post that the person's map or the content type have a place for, and texts for search engines. */
function readMetadata(
  { options, findUpload }: PostContext,
  { language, contentType }: PostHead,
  element: WxrElement,
  findings: Findings,
): Metadata {
  const read: Metadata = { values: {}, fields: {}, seo: {} };
  const definitions = options.config.contentTypes.find(({ key }) => key === contentType)?.fields ?? [];
  for (const [key, { text, line }] of metadataOf(element)) {
    const value = text.trim();
    const member =
      options.map?.get(key)?.replace(/^languages\.[^.]+\./, '') ?? (SEO[key] ? `seo.${SEO[key]}` : `fields.${key}`);
    const definition = definitions.find((own) => member === `fields.${own.key}`);
    if (member === '-' || key === 'footnotes') continue;
    if (member === 'seo.title' || member === 'seo.description') {
      if (value !== '' && !/%\w+%|#\w+_\w+/.test(value))
        read.seo[member === 'seo.title' ? 'title' : 'description'] ??= value;
    } else if (definition) {
      if (value !== '')
        read[definition.localized ? 'values' : 'fields'][definition.key] = asField(definition, value, findUpload);
    } else if (!INTERNAL.test(key) && value !== '') {
      const message = `the custom field "${key}" has no place in an item: it is left out, unless --map names one`;
      findings.lose({ path: ['languages', language, key], message, lineInText: line });
    }
  }
  return read;
}

function asField({ kind }: FieldDefinition, text: string, findUpload: PostContext['findUpload']): unknown {
  if (kind === 'number' || kind === 'weekday') return Number(text);
  if (kind === 'boolean') return /^(?:1|true|yes|on)$/i.test(text);
  if (kind === 'date') return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10);
  if (kind === 'time') return readTimeOfDay(text) ?? text;
  if (kind === 'rich-text') return { markdown: text };
  const found = kind === 'media' ? findUpload(text) : undefined;
  return found && 'file' in found ? found : text;
}

/** Terms that group nothing, or that plugins keep for themselves. */
const IGNORED_TERMS = new Set(['language', 'post_translations', 'post_format', 'translation_priority', 'nav_menu']);
const UNCATEGORIZED = /^(?:uncategori[sz]ed|sin-categoria|sin-categorizar|non-classe|allgemein)(?:-[a-z]{2})?$/;

/** Converts an item of an export. */
export function convertItem(context: PostContext, file: string, head: PostHead, element: WxrElement): LanguagePart {
  const { options, index } = context;
  const findings = createFindings(options);
  const inLanguage = ['languages', head.language];
  const note = (name: string, message: string) =>
    findings.notes.push({
      path: [...inLanguage, name],
      message,
      lineInText: childOf(element, name)?.line ?? element.line,
    });
  const words = (name: string) => plainLine(textOf(element, name));
  const text = readContent(context, head, element, findings);
  const { values, fields, seo } = readMetadata(context, head, element, findings);
  const cover = coverOf(context, head, element, findings);
  const page = index.groups.get(head.group)?.page;
  const date = dateOf(element);
  const state = stateOf(element, date && momentIn(options.config.timeZone, date), note);
  if (head.contentType === '') {
    const keys = options.config.contentTypes.map(({ key }) => key).join(', ');
    const message = `no content type of the site is named like posts: say it with --type, which is one of ${keys}`;
    findings.problems.push({ path: ['type'], message, lineInText: lineOf(element, ['type']) });
  }
  if (head.isGuessed && (index.groups.get(head.group)?.size ?? 0) < 2) {
    note('link', 'the export does not say which post this translates: WPML Export and Import, or Polylang, would');
  }
  return {
    file,
    line: element.line,
    language: head.language,
    isTranslation: head.isTranslation,
    content: {
      title: words('title'),
      slug: page ?? foldToAscii(decodePart(textOf(element, 'wp:post_name'))),
      summary: words('excerpt:encoded'),
      body: { tiptap: text.richText },
      seo,
      coverAlt: cover?.alt,
      state,
      oldAddresses: addressesOf(head, element),
      fields: values,
    },
    fields,
    publishedAt: state === 'published' ? date : undefined,
    author: (index.authors.get(textOf(element, 'dc:creator')) ?? words('dc:creator')) || undefined,
    tags: tagsOf(options, element, inLanguage, findings),
    cover: cover?.file,
    text,
    findings,
    lineOf: (path) => lineOf(element, path),
  };
}

function readContent(
  { options, index, findUpload, linkTo }: PostContext,
  head: PostHead,
  element: WxrElement,
  findings: Findings,
): ForeignText {
  const path = ['languages', head.language, 'body'];
  const given = childOf(element, 'content:encoded');
  const lineOf = (line: number) => (given?.line ?? element.line) + line - 1;
  const tell: Parameters<typeof contentToHtml>[2] = (line, message, how) =>
    findings.lose({ path, message, lineInText: lineOf(line) }, how);
  try {
    const html = contentToHtml(
      given?.text ?? '',
      { index, id: head.id, notes: metadataOf(element).get('footnotes')?.text },
      tell,
    );
    const text = readForeignHtml(options, html, { fileOf: findUpload, linkTo }, { path, lineOf }, findings);
    noteStrayLinks(text, path, findings, index.hosts);
    accountFor(tallyHtml(given?.text ?? ''), text, { path, lineOf }, findings);
    return text;
  } catch (error) {
    if (!(error instanceof ContentTooLong)) throw error;
    findings.problems.push({ path, message: error.message, lineInText: lineOf(1) });
    return { richText: { type: 'doc', content: [] }, lines: [] };
  }
}

function coverOf(
  { index, findUpload }: PostContext,
  { language }: PostHead,
  element: WxrElement,
  findings: Findings,
): { file: string; alt: string } | undefined {
  const meta = metadataOf(element).get('_thumbnail_id');
  const id = meta?.text.trim() ?? '';
  if (!meta || id === '' || id === '0' || id === '-1') return undefined;
  const attachment = index.attachments.get(id);
  const found = attachment ? findUpload(attachment.url) : { problem: 'the export does not have it' };
  if ('file' in found) return { file: found.file, alt: attachment?.alt ?? '' };
  const message = `the cover "${attachment?.url ?? id}" is left out: ${found.problem}`;
  findings.lose({ path: ['languages', language, '_thumbnail_id'], message, lineInText: meta.line });
  return undefined;
}

function tagsOf({ config }: ReaderOptions, element: WxrElement, path: string[], findings: Findings): string[] {
  const tags = element.children.flatMap(({ name, attributes, text, line }): string[] => {
    const { domain = '', nicename = '' } = attributes;
    if (name !== 'category' || IGNORED_TERMS.has(domain) || UNCATEGORIZED.test(nicename)) return [];
    if (domain !== 'category' && domain !== 'post_tag') {
      findings.lose({ path, message: `"${text.trim()}" of the taxonomy "${domain}" is left out`, lineInText: line });
      return [];
    }
    const label = plainLine(text);
    const named = [tagNamed(config, label), tagNamed(config, decodePart(nicename))];
    return [named.find((tag) => tag !== undefined && Object.hasOwn(config.tags, tag)) ?? named[1] ?? named[0] ?? label];
  });
  return [...new Set(tags)];
}

/** The moment of publication, which drafts often lack; without an offset if the export has only that of the site. */
function dateOf(element: WxrElement): string | undefined {
  const given = [`${textOf(element, 'wp:post_date_gmt')}Z`, textOf(element, 'wp:post_date')];
  const date = given.find((text) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}Z?$/.test(text) && !text.startsWith('0000'));
  const moment = date?.replace(' ', 'T');
  return moment && !Number.isNaN(momentIn('UTC', moment)) ? moment : undefined;
}

function stateOf(
  element: WxrElement,
  date: number | '' | undefined,
  note: (name: string, message: string) => void,
): 'draft' | 'published' {
  const status = textOf(element, 'wp:status');
  if (status !== 'publish') {
    if (status !== 'draft') note('wp:status', `is "${status}": it becomes a draft`);
    return 'draft';
  }
  if (textOf(element, 'wp:post_password') !== '') {
    note('wp:post_password', 'the post needs a password: it becomes a draft');
    return 'draft';
  }
  if (!date || date <= Date.now()) return 'published';
  note('wp:post_date_gmt', 'lies in the future: it becomes a draft');
  return 'draft';
}

/** The path of the post, also with the slugs that it had before; of these, one more than an item may have. */
function addressesOf({ path }: PostHead, element: WxrElement): string[] {
  const slug = textOf(element, 'wp:post_name');
  const former = element.children.flatMap((meta) =>
    meta.name === 'wp:postmeta' && textOf(meta, 'wp:meta_key') === '_wp_old_slug'
      ? [textOf(meta, 'wp:meta_value')]
      : [],
  );
  const isLast = slug !== '' && path.endsWith(`/${slug}`);
  const all = [
    path,
    ...(isLast ? former.slice(0, MAX_IMPORTED_ADDRESSES).map((old) => `${path.slice(0, -slug.length)}${old}`) : []),
  ];
  return [...new Set(all)].filter((address) => address.length > 1);
}

/** The element of an export that a member of an item comes from. */
const ELEMENTS: { [member: string]: string } = {
  title: 'title',
  slug: 'wp:post_name',
  summary: 'excerpt:encoded',
  body: 'content:encoded',
  state: 'wp:status',
  oldAddresses: 'link',
  author: 'dc:creator',
  publishedAt: 'wp:post_date_gmt',
  type: 'wp:post_type',
  tags: 'category',
};

function lineOf(element: WxrElement, [member = '', key = '']: Problem['path']): number {
  const meta = member === 'fields' ? metadataOf(element).get(String(key)) : undefined;
  return meta?.line ?? childOf(element, ELEMENTS[member] ?? '')?.line ?? element.line;
}

/** What a post of an export is read with. */
interface PostContext {
  options: ReaderOptions;
  index: ExportIndex;
  findUpload: FindPicture;
  linkTo: (href: string) => string;
}
