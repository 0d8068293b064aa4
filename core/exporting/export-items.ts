import { MAX_IMPORTED_ADDRESSES } from '../addresses/imported-addresses.ts';
import { addresses, importedAddresses, items, pageTrees } from '../content/collections.ts';
import type { FieldValues, Item, ItemLanguage } from '../content/item.ts';
import { fieldsOf, ownLanguages, ownValues } from '../content/own-contents.ts';
import { type PageTreeView, viewTree } from '../content/page-tree.ts';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { readShownMedia } from '../files/read-files.ts';
import { type SiteFile, files as siteFiles, type Upload } from '../files/site-file.ts';
import type { ImportedFile } from '../importing/imported-file.ts';
import type { ImportedSetting } from '../importing/imported-setting.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileStore } from '../media/file-store.ts';
import { type Media, readMedia } from '../media/media.ts';
import { originalKey, originalName } from '../media/media-file.ts';
import { blockId, blockIdsOf } from '../rich-text/block-ids.ts';
import { readFieldLink } from '../rich-text/link-target.ts';
import { isRichText, type RichText, type RichTextNode, shownIn } from '../rich-text/rich-text.ts';
import { readSettings, settingsOf } from '../settings/settings.ts';
import { itemPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { blockOfUnit, blockUnitId } from '../translation/units.ts';

/** Where an export writes. */
export interface ExportTarget {
  writeItem(type: string, id: string, value: object): Promise<void>;
  /** @param name unique for the contents */
  writeFile(name: string, bytes: Uint8Array): Promise<void>;
  writeSettings(values: readonly ImportedSetting[]): Promise<void>;
  /** What a file of the library says. */
  writeDescription(id: string, value: ImportedFile): Promise<void>;
}

export interface ExportReport {
  items: number;
  /** Of pictures and other bytes. */
  files: number;
  /** What the export has in another way, or not at all, one line each. */
  notes: string[];
}

type OldAddresses = Map<string, { language: Locale; path: string }[]>;

/** Writes every item and file of the library that is not in the trash, and the settings that owners changed, as `importItems` reads it back. */
export async function exportItems(
  { store, files, config }: { store: DocumentStore; files: Pick<FileStore, 'read'>; config: SiteConfig },
  target: ExportTarget,
  onProgress: (progress: { items: number }) => void = () => {},
): Promise<ExportReport> {
  const report: ExportReport = { items: 0, files: 0, notes: [] };
  const old = await readOldAddresses(store, config);
  const trees = new Map<string, PageTreeView>();
  for await (const { path, data } of everyDocument(store, pageTrees)) trees.set(idOf({ path }), viewTree(data));
  const written = new Set<string>();

  /** @returns whether the export has the bytes */
  async function writeBytes(data: Media, of: string): Promise<boolean> {
    if (written.has(data.id)) return true;
    const bytes = await files.read(originalKey(data));
    if (!bytes) {
      report.notes.push(`${of}: the file of the picture ${data.id} is missing`);
      return false;
    }
    await target.writeFile(originalName(data), bytes);
    written.add(data.id);
    report.files++;
    return true;
  }

  async function writeMedia(item: Item, ids: readonly string[]): Promise<Map<string, Media>> {
    const found = new Map<string, Media>();
    for (const [id, data] of await readShownMedia(store, ids)) if (await writeBytes(data, item.id)) found.set(id, data);
    return found;
  }

  for await (const { data: file } of everyDocument(store, siteFiles)) {
    if (file.trashedAt !== undefined) continue;
    const shown = await readMedia(store, file.shown);
    const kept = new Map<string, string>();
    for (const { data } of shown.values()) {
      if (await writeBytes(data, file.current.name)) kept.set(data.id, originalName(data));
    }
    const value = exportedFile(config, file, kept);
    if (value) await target.writeDescription(file.id, value);
    else if (shown.size === 0) report.notes.push(`${file.current.name}: left out, since it has no bytes`);
  }

  const settings = [...(await readSettings(store, settingsOf(config)))].map(([setting, value]) => ({ setting, value }));
  if (settings.length > 0) await target.writeSettings(settings);

  for await (const { data: item } of everyDocument(store, items)) {
    if (item.trashedAt !== undefined) continue;
    const type = config.contentTypes.find(({ key }) => key === item.type);
    if (!type) {
      report.notes.push(`${item.id}: left out, since the site has no content type "${item.type}"`);
      continue;
    }
    const paths = pathsOf(old.get(item.id) ?? [], item, config);
    if (paths.length > MAX_IMPORTED_ADDRESSES) {
      report.notes.push(`${item.id}: only the first ${MAX_IMPORTED_ADDRESSES} of its old addresses`);
    }
    const kept = paths.slice(0, MAX_IMPORTED_ADDRESSES);
    const value = exportedItem(item, {
      config,
      type,
      place: trees.get(item.type)?.entry(item.id),
      media: await writeMedia(item, mediaOf(item, type)),
      oldAddresses: (language) => kept.flatMap((entry) => (entry.language === language ? [entry.path] : [])),
    });
    await target.writeItem(item.type, item.id, value);
    report.notes.push(...stateNotes(item, config));
    report.items++;
    onProgress({ items: report.items });
  }
  return report;
}

/** A file as `readImportedFile` reads it back; `undefined` without its bytes. @param names of the bytes in the export */
function exportedFile(
  { locales }: SiteConfig,
  { id, current, poster, tags, sourceLanguage, languages }: SiteFile,
  names: ReadonlyMap<string, string>,
): ImportedFile | undefined {
  const file = names.get(current.media);
  if (file === undefined) return undefined;
  const bytesOf = (upload: Upload | undefined) => {
    const found = upload && names.get(upload.media);
    return found === undefined ? undefined : { file: found, name: upload?.name ?? '' };
  };
  const shown = bytesOf(poster);
  const texts = locales.flatMap(({ code }) => {
    const { links: _, own, captions, ...said } = languages[code] ?? {};
    const spoken = bytesOf(captions);
    const value = { ...(sorted(said) as typeof said), ...bytesOf(own), ...(spoken && { captions: spoken }) };
    return Object.keys(value).length > 0 ? [[code, value]] : [];
  });
  return {
    ...{ id, file, name: current.name, sourceLanguage },
    ...(shown && { poster: shown }),
    ...(tags.length > 0 && { tags }),
    ...(texts.length > 0 && { languages: Object.fromEntries(texts) }),
  };
}

/** Languages that an import cannot bring into the state that they have. */
function stateNotes(item: Item, config: SiteConfig): string[] {
  const codes = config.locales.map(({ code }) => code);
  return Object.entries(item.languages).flatMap(([language, content]) => {
    if (!codes.includes(language)) return [`${item.id}: left out in ${language}, which is no language of the site`];
    if (content.publishedSlug !== undefined && !isPublicAsItIs(content)) {
      return [`${item.id}: a draft in ${language}, since its text differs from the one that is public`];
    }
    return content.state === 'archived' ? [`${item.id}: a draft in ${language}, where it is archived`] : [];
  });
}

/** The addresses that lead to items, by item: those that they had here, and those of sites that were imported. */
async function readOldAddresses(store: DocumentStore, config: SiteConfig): Promise<OldAddresses> {
  const found: OldAddresses = new Map();
  const add = (itemId: string, language: Locale, path: string) => {
    const paths = found.get(itemId) ?? [];
    paths.push({ language, path });
    found.set(itemId, paths);
  };
  for await (const { data } of everyDocument(store, importedAddresses)) {
    add(data.itemId, data.language, data.path.split('/').map(encodeURIComponent).join('/'));
  }
  for await (const { path, data } of everyDocument(store, addresses)) {
    const [language = '', type = '', slug = ''] = idOf({ path }).split(':');
    const definition = config.contentTypes.find(({ key }) => key === type);
    if (!definition || definition.appearsAs === 'faq') continue;
    if (definition.appearsAs === 'collection' && definition.segments[language] === undefined) continue;
    add(data.itemId, language, itemPath(config, language, { itemId: '', type, slug }));
  }
  return found;
}

/** Without those that the item has now, also in place of a missing language. */
function pathsOf(found: { language: Locale; path: string }[], item: Item, config: SiteConfig) {
  const slugs = Object.values(item.languages).flatMap(({ publishedSlug, slug }) => [publishedSlug ?? slug, slug]);
  const present = new Set(
    config.locales.flatMap(({ code }) =>
      slugs.filter(Boolean).map((slug) => itemPath(config, code, { itemId: item.id, type: item.type, slug })),
    ),
  );
  const paths = new Map(found.filter(({ path }) => !present.has(path)).map((entry) => [entry.path, entry]));
  return [...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What the value of an item is made of besides the item. */
export interface ExportContext {
  config: SiteConfig;
  type: ContentType;
  /** Of a page below another one. */
  place: { parent: string; position: number } | undefined;
  /** The media files that the item names; without those that do not exist. */
  media: ReadonlyMap<string, Media>;
  /** Paths that lead to a language of the item. */
  oldAddresses: (language: Locale) => readonly string[];
}

/**
 * An item as `readImportedItem` reads it back: its present texts, drafts included, and files by name. The order of members depends
 * on the configuration alone, so that equal items give equal values.
 */
function exportedItem(item: Item, context: ExportContext): object {
  const { config, type, media, place } = context;
  const languages = ownLanguages(config, item).map((language) => [
    language,
    exportedLanguage(item, language, item.languages[language] as ItemLanguage, context),
  ]);
  const firsts = Object.values(item.languages).flatMap(({ firstPublishedAt }) => firstPublishedAt ?? []);
  const cover = item.cover && media.get(item.cover.media);
  const fields = exportedFields(fieldsOf(type, item.id, false), item.fields, media);
  return {
    id: item.id,
    type: item.type,
    sourceLanguage: item.sourceLanguage,
    ...(firsts.length > 0 && { publishedAt: new Date(Math.min(...firsts)).toISOString() }),
    ...(item.author !== undefined && { author: item.author }),
    ...(item.tags.length > 0 && { tags: item.tags }),
    ...(place && { parent: place.parent, position: place.position }),
    ...(item.cover && { cover: cover ? { file: originalName(cover) } : { media: item.cover.media } }),
    ...(fields && { fields }),
    languages: Object.fromEntries(languages),
  };
}

/** The media files that an item names in its cover, texts and fields. */
function mediaOf(item: Item, type: ContentType): string[] {
  const found = item.cover ? [item.cover.media] : [];
  const collect = (fields: readonly FieldDefinition[], values: FieldValues) => {
    for (const field of fields) {
      const value = values[field.key];
      if (isRichText(value)) found.push(...fileIds(value));
      else if (field.kind === 'media' && typeof value === 'string') found.push(value);
      else if (field.kind === 'link') found.push(...fileOfLink(value));
      else if (field.kind === 'list' && typeof field.of !== 'string' && Array.isArray(value)) {
        for (const entry of value) if (isRecord(entry)) collect(field.of, entry);
      }
    }
  };
  collect(type.fields, item.fields);
  for (const { body, fields } of Object.values(item.languages)) {
    found.push(...fileIds(body));
    collect(type.fields, fields);
  }
  return [...new Set(found)];
}

/** Whether a language is read by the public as it is in the item. */
function isPublicAsItIs({ state, publishedSlug }: ItemLanguage): boolean {
  return publishedSlug !== undefined && state !== 'changed';
}

function exportedLanguage(item: Item, language: Locale, content: ItemLanguage, context: ExportContext): object {
  const { type, media, oldAddresses } = context;
  const { title, slug, summary, seo, coverAlt, author } = content;
  const body = withTranslates(
    content,
    language === item.sourceLanguage ? undefined : item.languages[item.sourceLanguage],
  );
  const fields = exportedFields(fieldsOf(type, item.id, true), content.fields, media);
  const addresses = oldAddresses(language);
  return {
    title,
    slug,
    ...(!isPublicAsItIs(content) && { state: 'draft' }),
    ...(summary !== '' && { summary }),
    ...(coverAlt !== undefined && { coverAlt }),
    ...(author !== undefined && { author }),
    ...(Object.keys(seo).length > 0 && { seo: sorted(seo) }),
    ...(fields && { fields }),
    ...(addresses.length > 0 && { oldAddresses: addresses }),
    ...(body.content.length > 0 && { body: { tiptap: sorted(withFiles(body, media)) } }),
  };
}

/** The text with what its blocks translate, as `takeTranslates` reads it. */
function withTranslates({ body, links = {} }: ItemLanguage, source: ItemLanguage | undefined): RichText {
  if (!source) return body;
  const ids = blockIdsOf(source.body);
  const content = body.content.map((block) => {
    const id = blockId(block);
    const of = id === undefined ? undefined : blockOfUnit(links[blockUnitId(id)]?.source ?? '');
    return { ...block, attrs: { ...block.attrs, translates: of !== undefined && ids.has(of) ? of : null } };
  });
  return { ...body, content };
}

function exportedFields(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  media: ExportContext['media'],
): object | undefined {
  const own = ownValues(fields, values);
  const exported = Object.entries(own).map(([key, value]) => {
    return [key, exportedValue(fields.find((field) => field.key === key) as FieldDefinition, value, media)];
  });
  return exported.length === 0 ? undefined : Object.fromEntries(exported);
}

function exportedValue(field: FieldDefinition, value: unknown, media: ExportContext['media']): unknown {
  if (isRichText(value)) return sorted(withFiles(value, media));
  const [id] =
    field.kind === 'media' && typeof value === 'string' ? [value] : fileOfLink(field.kind === 'link' && value);
  const file = id === undefined ? undefined : media.get(id);
  if (file) return { file: originalName(file) };
  if (field.kind === 'list' && typeof field.of !== 'string' && Array.isArray(value)) {
    const { of } = field;
    return value.map((entry) => (isRecord(entry) ? (exportedFields(of, entry, media) ?? {}) : entry));
  }
  return value;
}

/** The file that the value of a link leads to, if it is one. */
function fileOfLink(value: unknown): string[] {
  const link = readFieldLink(value);
  return link?.to === 'file' ? [link.key] : [];
}

/** The text with the names of files in the place of media ids. */
function withFiles<T extends RichTextNode>(node: T, media: ExportContext['media']): T {
  if (node.type === 'image' || node.type === 'file') {
    const { media: id, ...attrs } = node.attrs ?? {};
    const file = typeof id === 'string' ? media.get(id) : undefined;
    return file ? { ...node, attrs: { ...attrs, file: originalName(file) } } : node;
  }
  return node.content ? { ...node, content: node.content.map((child) => withFiles(child, media)) } : node;
}

function fileIds(text: RichText): string[] {
  return shownIn(text);
}

function isRecord(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value with its members in the order of their names: stores need not keep the order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, sorted(value[name])]));
}
