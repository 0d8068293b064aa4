import { foldToAscii } from '#core/content-types/slugs.ts';
import type { ReaderOptions } from '#core/importing/item-reader.ts';
import type { Locale } from '#core/locales/locale.ts';
import { decodePart } from '#core/locales/localized-path.ts';
import { withoutQuery } from '../find-pictures.ts';
import { fixedPagesAmong, localeNamed, typeNamed } from '../foreign-names.ts';
import { changeLink, hostOf, plainLine } from '../foreign-text.ts';
import { metadataOf, textOf, type WxrElement } from './read-channel.ts';

/** Post types that are no content of their own. */
const INTERNAL =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|polylang_mo|wp_\w+|acf-[\w-]+|elementor_library)$/;

/** Statuses of what nobody wants to keep. */
const DISCARDED = new Set(['trash', 'auto-draft', 'inherit']);

export interface Attachment {
  url: string;
  title: string;
  alt: string;
  caption: string;
  language: Locale;
  /** Where the export has it. */
  file: string;
  line: number;
}

/** What is known of a post before its text is read. */
export interface PostHead {
  id: string;
  /** As WordPress calls it. */
  type: string;
  /** The key of its content type; empty if the site has none like it. */
  contentType: string;
  slug: string;
  language: Locale;
  /** Whether only the address tells the language. */
  isGuessed: boolean;
  /** Posts with the same one are the languages of an item. */
  group: string;
  /** The path of its address; empty without one of its own. */
  path: string;
  /** Whether WPML says that it is a translation. */
  isTranslation: boolean;
}

/** What posts of one or several exports refer to. */
export interface ExportIndex {
  hosts: Set<string>;
  channelLanguage: string;
  authors: Map<string, string>;
  attachments: Map<string, Attachment>;
  /** The addresses of all attachments, which can be on another host. */
  uploads: Set<string>;
  /** The attachments of each post. */
  picturesOf: Map<string, Attachment[]>;
  /** Contents of reusable blocks, on one line. */
  blocks: Map<string, string>;
  heads: Map<string, PostHead>;
  /** By group, how many posts it has, the id of the oldest one, and the page of every site that one of them is. */
  groups: Map<string, { size: number; oldest: string; page?: string | undefined }>;
}

export function createExportIndex(): ExportIndex {
  return {
    hosts: new Set(),
    channelLanguage: '',
    authors: new Map(),
    attachments: new Map(),
    uploads: new Set(),
    picturesOf: new Map(),
    blocks: new Map(),
    heads: new Map(),
    groups: new Map(),
  };
}

/** Adds an element of a channel to the index. */
export function indexElement(options: ReaderOptions, index: ExportIndex, element: WxrElement, file: string): void {
  switch (element.name) {
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      if (URL.canParse(element.text.trim())) index.hosts.add(hostOf(element.text.trim()));
      return;
    case 'language':
      index.channelLanguage = element.text.trim();
      return;
    case 'wp:author':
      index.authors.set(textOf(element, 'wp:author_login'), plainLine(textOf(element, 'wp:author_display_name')));
      return;
    case 'item':
      indexItem(options, index, element, file);
  }
}

function indexItem(options: ReaderOptions, index: ExportIndex, item: WxrElement, file: string): void {
  const id = textOf(item, 'wp:post_id');
  const type = textOf(item, 'wp:post_type');
  if (type === 'attachment') {
    const attachment = {
      url: textOf(item, 'wp:attachment_url') || textOf(item, 'guid'),
      title: plainLine(textOf(item, 'title')),
      alt: metadataOf(item).get('_wp_attachment_image_alt')?.text.trim() ?? '',
      caption: textOf(item, 'excerpt:encoded'),
      language: namedLanguage(options, item) ?? givenLanguage(options, index),
      file,
      line: item.line,
    };
    index.attachments.set(id, attachment);
    index.uploads.add(withoutQuery(attachment.url));
    const parent = textOf(item, 'wp:post_parent');
    const siblings = index.picturesOf.get(parent);
    if (siblings) siblings.push(attachment);
    else index.picturesOf.set(parent, [attachment]);
  } else if (type === 'wp_block') {
    const lines = textOf(item, 'content:encoded').split('\n');
    index.blocks.set(id, lines.map((line) => line.trim()).join(' '));
  } else if (isContent(item)) {
    index.heads.set(id, headOf(options, index, item));
  }
}

/** Finds which posts are the languages of one item, once all are known. */
export function settleGroups(options: ReaderOptions, { heads, groups }: ExportIndex): void {
  const isPage = ({ contentType }: PostHead) => contentType !== '' && contentType === pageTypeOf(options);
  const pages = fixedPagesAmong([...heads.values()].filter(isPage));
  for (const head of heads.values()) {
    const page = isPage(head) ? pages.get(head.group) : undefined;
    if (page !== undefined) head.group = `page ${page}`;
    const { size, oldest } = groups.get(head.group) ?? { size: 0, oldest: head.id };
    groups.set(head.group, {
      size: size + 1,
      oldest: Number(head.id) < Number(oldest) ? head.id : oldest,
      page,
    });
  }
}

/** Whether an item is a post, a page or the like, and not discarded. */
export function isContent(item: WxrElement): boolean {
  const type = textOf(item, 'wp:post_type');
  return type !== '' && !INTERNAL.test(type) && !DISCARDED.has(textOf(item, 'wp:status'));
}

function headOf(options: ReaderOptions, index: ExportIndex, item: WxrElement): PostHead {
  const { config } = options;
  const id = textOf(item, 'wp:post_id');
  const type = textOf(item, 'wp:post_type');
  const link = textOf(item, 'link');
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const meta = metadataOf(item);
  const named = namedLanguage(options, item);
  const inAddress = [url?.searchParams.get('lang'), url?.pathname.split('/')[1]].find(
    (part) => typeof part === 'string' && config.locales.some(({ code }) => code === part),
  );
  const language = named ?? inAddress ?? givenLanguage(options, index);
  const translations = termOf(item, 'post_translations');
  const wpml = meta.get('_wpml_import_translation_group')?.text.trim();
  return {
    id,
    type,
    contentType: contentTypeOf(options, type),
    slug: textOf(item, 'wp:post_name'),
    language,
    isGuessed: !named && inAddress !== undefined && language !== config.defaultLocale,
    group: translations ? `polylang ${translations}` : wpml ? `wpml ${type} ${wpml}` : `post ${id}`,
    path: url && !/[?&](?:p|page_id|post_type)=/.test(url.search) ? url.pathname.replace(/(?<=.)\/$/, '') : '',
    isTranslation: (meta.get('_wpml_import_source_language_code')?.text.trim() ?? '') !== '',
  };
}

/** The language that Polylang or WPML say; one that the site does not have as they call it. */
function namedLanguage({ config }: ReaderOptions, item: WxrElement): Locale | undefined {
  const named = termOf(item, 'language') ?? metadataOf(item).get('_wpml_import_language_code')?.text.trim();
  return named ? (localeNamed(config, named) ?? named) : undefined;
}

/** The language of what says none. */
function givenLanguage({ config, language }: ReaderOptions, { channelLanguage }: ExportIndex): Locale {
  return language ?? localeNamed(config, channelLanguage) ?? config.defaultLocale;
}

function termOf(item: WxrElement, domain: string): string | undefined {
  const isTerm = ({ name, attributes }: WxrElement) => name === 'category' && attributes.domain === domain;
  return item.children.find(isTerm)?.attributes.nicename;
}

/** The id of the item that a post belongs to: a page of every site, or that of the oldest post of its group. */
export function itemIdOf({ groups }: ExportIndex, { group, type }: PostHead): string {
  const { oldest = '', page } = groups.get(group) ?? {};
  return page ?? `${foldToAscii(type)}-${oldest}`;
}

function contentTypeOf({ config, type }: ReaderOptions, wordPressType: string): string {
  if (wordPressType === 'page') return pageTypeOf({ config });
  const isPost = wordPressType === 'post';
  return typeNamed(config, wordPressType) ?? (isPost ? (type ?? typeNamed(config, 'blog')) : undefined) ?? '';
}

function pageTypeOf({ config }: Pick<ReaderOptions, 'config'>): string {
  return config.contentTypes.find(({ appearsAs }) => appearsAs === 'page')?.key ?? '';
}

/** Changes addresses of posts of the export to links to items, and leaves others. */
export function postLinks(index: ExportIndex): (href: string) => string {
  const byPath = new Map(
    [...index.heads.values()].flatMap((head) => (head.path.length > 1 ? [[plain(head.path), head] as const] : [])),
  );
  return (href) =>
    changeLink(href, index.hosts, ({ path, query, hash }) => {
      const id = query.get('p') ?? query.get('page_id');
      const head = id ? index.heads.get(id) : byPath.get(plain(path));
      return head && { id: itemIdOf(index, head), anchor: /^[\w-]*$/.test(hash) ? hash : '' };
    });
}

function plain(path: string): string {
  return decodePart(path)
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase();
}
