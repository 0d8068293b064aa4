import type { FieldValues, Item, ItemLanguage } from '../content/item.ts';
import { fieldsOf, ownLanguages, ownValues } from '../content/own-contents.ts';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import type { Media } from '../media/media.ts';
import { originalName } from '../media/media-file.ts';
import { blockId, blockIdsOf } from '../rich-text/block-ids.ts';
import { imagesIn } from '../rich-text/pictures.ts';
import type { RichText, RichTextNode } from '../rich-text/rich-text.ts';
import { isRichText } from '../rich-text/rich-text-value.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { blockOfUnit, blockUnitId } from '../translation/units.ts';

/** What the value of an item is made of besides the item. */
export interface ExportContext {
  config: SiteConfig;
  type: ContentType;
  /** The media files that the item names; without those that do not exist. */
  media: ReadonlyMap<string, Media>;
  /** Paths that lead to a language of the item. */
  oldAddresses: (language: Locale) => readonly string[];
}

/**
 * An item as `readImportedItem` reads it back: its present texts, drafts included, and files by name. The order of members depends
 * on the configuration alone, so that equal items give equal values.
 */
export function exportedItem(item: Item, context: ExportContext): object {
  const { config, type, media } = context;
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
    ...(item.cover && { cover: cover ? { file: originalName(cover) } : { media: item.cover.media } }),
    ...(fields && { fields }),
    languages: Object.fromEntries(languages),
  };
}

/** The media files that an item names in its cover, texts and fields. */
export function mediaOf(item: Item, type: ContentType): string[] {
  const found = item.cover ? [item.cover.media] : [];
  const collect = (fields: readonly FieldDefinition[], values: FieldValues) => {
    for (const field of fields) {
      const value = values[field.key];
      if (isRichText(value)) found.push(...pictureIds(value));
      else if (field.kind === 'media' && typeof value === 'string') found.push(value);
      else if (field.kind === 'list' && typeof field.of !== 'string' && Array.isArray(value)) {
        for (const entry of value) if (isRecord(entry)) collect(field.of, entry);
      }
    }
  };
  collect(type.fields, item.fields);
  for (const { body, fields } of Object.values(item.languages)) {
    found.push(...pictureIds(body));
    collect(type.fields, fields);
  }
  return [...new Set(found)];
}

/** Whether a language is read by the public as it is in the item. */
export function isPublicAsItIs({ state, publishedSlug }: ItemLanguage): boolean {
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
  const file = field.kind === 'media' && typeof value === 'string' ? media.get(value) : undefined;
  if (file) return { file: originalName(file) };
  if (field.kind === 'list' && typeof field.of !== 'string' && Array.isArray(value)) {
    const { of } = field;
    return value.map((entry) => (isRecord(entry) ? (exportedFields(of, entry, media) ?? {}) : entry));
  }
  return value;
}

/** The text with the names of files in the place of media ids. */
function withFiles<T extends RichTextNode>(node: T, media: ExportContext['media']): T {
  if (node.type === 'image') {
    const { media: id, ...attrs } = node.attrs ?? {};
    const file = typeof id === 'string' ? media.get(id) : undefined;
    return file ? { ...node, attrs: { ...attrs, file: originalName(file) } } : node;
  }
  return node.content ? { ...node, content: node.content.map((child) => withFiles(child, media)) } : node;
}

function pictureIds(text: RichText): string[] {
  return imagesIn(text).flatMap(({ attrs }) => (typeof attrs?.media === 'string' ? [attrs.media] : []));
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
