import * as Y from 'yjs';
import type { FieldValues } from '../content/item.ts';
import type { MinorEdit, TranslationLink, TranslationLinks } from '../content/translation-link.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { isWords } from '../content-types/entry-words.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { sameContents } from '../documents/compare-values.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { isMemberName } from '../documents/storable-data.ts';
import {
  DRAFT_AUTHOR,
  DRAFT_BODY,
  DRAFT_COVER,
  DRAFT_FIELDS,
  DRAFT_LINKS,
  DRAFT_MINOR_EDITS,
  DRAFT_OWN_AUTHOR,
  DRAFT_TAGS,
  type DraftText,
  fieldName,
} from '../drafts/draft-shape.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '../drafts/drafts.ts';
import { isRichText, richTextValue } from '../rich-text/rich-text.ts';
import { sharedTextIn } from '../shared-text/shared-text.ts';
import { readRichText, writeRichText } from '../shared-text/write-rich-text.ts';
import { matchEntries, readList, writeList } from './list-field.ts';
import { readText, readValue, readWords, writeText, writeWords } from './values.ts';

/** Reads a language's draft from its Yjs document. @param fields the localized ones of its type. */
export function readLanguage(doc: Y.Doc, fields: readonly FieldDefinition[]): LanguageDraft {
  const text = (name: DraftText) => readText(doc.getText(name));
  const [title, description] = [text('seo.title'), text('seo.description')];
  const [coverAlt, author] = [text('cover.alt'), text(DRAFT_OWN_AUTHOR)];
  return {
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    body: readRichText(sharedTextIn(doc, DRAFT_BODY)),
    seo: { ...(title && { title }), ...(description && { description }) },
    ...(coverAlt && { coverAlt }),
    ...(author && { author }),
    fields: readFields(doc, fields),
    links: readLinks(doc.getMap(DRAFT_LINKS)),
    minorEdits: doc.getArray(DRAFT_MINOR_EDITS).toArray().flatMap(readMinorEdit),
  };
}

/** Changes a Yjs document where it differs from the given members. */
export function writeLanguage(doc: Y.Doc, fields: readonly FieldDefinition[], change: LanguageChange): void {
  const text = (name: DraftText, value: string | undefined) => {
    if (value !== undefined) writeText(doc.getText(name), value);
  };
  text('title', change.title);
  text('slug', change.slug);
  text('summary', change.summary);
  text('seo.title', change.seo?.title);
  text('seo.description', change.seo?.description);
  text('cover.alt', change.coverAlt);
  text(DRAFT_OWN_AUTHOR, change.author);
  if (change.body) writeRichText(sharedTextIn(doc, DRAFT_BODY), change.body);
  if (change.fields) writeFields(doc, fields, change.fields);
  if (change.links) writeLinks(doc.getMap(DRAFT_LINKS), change.links);
  if (change.minorEdits) writeMinorEdits(doc.getArray(DRAFT_MINOR_EDITS), change.minorEdits);
}

function readLinks(map: Y.Map<unknown>): TranslationLinks {
  const links: TranslationLinks = {};
  for (const unit of [...map.keys()].sort()) {
    const link = readValue(map.get(unit));
    if (isLink(link) && isMemberName(unit)) links[unit] = { source: link.source, hash: link.hash, text: link.text };
  }
  return links;
}

function writeLinks(map: Y.Map<unknown>, links: TranslationLinks): void {
  for (const unit of [...map.keys()]) if (!Object.hasOwn(links, unit)) map.delete(unit);
  for (const [unit, link] of Object.entries(links)) {
    if (!sameContents(readValue(map.get(unit)), link)) map.set(unit, { ...link });
  }
}

function writeMinorEdits(list: Y.Array<unknown>, edits: MinorEdit[]): void {
  const present = list.toArray().map((value) => readMinorEdit(value)[0]);
  const matches = matchEntries(present, edits).map((match, index) =>
    match !== undefined && sameContents(present[match], edits[index]) ? match : undefined,
  );
  let place = present.length;
  for (let index = edits.length - 1; index >= 0; index--) {
    const match = matches[index];
    if (match === undefined) {
      list.insert(place, [{ ...edits[index] }]);
      continue;
    }
    if (match < place - 1) list.delete(match + 1, place - 1 - match);
    place = match;
  }
  if (place > 0) list.delete(0, place);
}

function readMinorEdit(value: unknown): MinorEdit[] {
  const { unit, from, to } = (readValue(value) ?? {}) as { [name: string]: unknown };
  const isEdit = typeof unit === 'string' && typeof from === 'string' && typeof to === 'string';
  return isEdit ? [{ unit, from, to }] : [];
}

function isLink(value: unknown): value is TranslationLink {
  const { source, hash, text } = (value ?? {}) as { [name: string]: unknown };
  return typeof source === 'string' && typeof hash === 'string' && typeof text === 'string';
}

/** Reads the draft of an item's shared part from its Yjs document. @param fields the shared ones of its type. */
export function readShared(doc: Y.Doc, fields: readonly FieldDefinition[]): SharedDraft {
  const author = readText(doc.getText(DRAFT_AUTHOR));
  const cover = readCover(doc.getMap(DRAFT_COVER));
  return {
    ...(author && { author }),
    tags: readTags(doc.getMap(DRAFT_TAGS)),
    ...(cover && { cover }),
    fields: readFields(doc, fields),
  };
}

/** Changes a Yjs document where it differs from the given members. */
export function writeShared(doc: Y.Doc, fields: readonly FieldDefinition[], change: SharedChange): void {
  if (change.author !== undefined) writeText(doc.getText(DRAFT_AUTHOR), change.author);
  if (change.tags || change.withTags || change.withoutTags) changeTags(doc.getMap(DRAFT_TAGS), change);
  if (change.cover !== undefined) writeCover(doc.getMap(DRAFT_COVER), change.cover);
  if (change.fields) writeFields(doc, fields, change.fields);
}

/** A tag's value is its position, so that the order written by a program is kept; tags added in the editor come last. */
function readTags(map: Y.Map<unknown>): string[] {
  const place = (tag: string) => {
    const value = map.get(tag);
    return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER;
  };
  return [...map.keys()]
    .filter(
      (tag) => map.get(tag) !== false && tag.length <= CONTENT_LIMITS.tag && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tag),
    )
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .slice(0, CONTENT_LIMITS.tags);
}

function changeTags(
  map: Y.Map<unknown>,
  { tags = readTags(map), withTags = [], withoutTags = [] }: SharedChange,
): void {
  writeTags(
    map,
    [...new Set([...tags, ...withTags])].filter((tag) => !withoutTags.includes(tag)),
  );
}

function writeTags(map: Y.Map<unknown>, tags: string[]): void {
  const present = readTags(map);
  if (present.length === tags.length && present.every((tag, index) => tag === tags[index])) return;
  for (const tag of [...map.keys()]) if (!tags.includes(tag)) map.delete(tag);
  for (const [index, tag] of tags.entries()) if (map.get(tag) !== index) map.set(tag, index);
}

function readCover(map: Y.Map<unknown>): SharedDraft['cover'] {
  const media = map.get('media');
  return typeof media === 'string' && /^[0-9a-f]{32}$/.test(media) ? { media } : undefined;
}

/** Other members are from drafts in which the alternative text was shared by the languages. */
function writeCover(map: Y.Map<unknown>, cover: NonNullable<SharedChange['cover']> | null): void {
  for (const key of [...map.keys()]) if (key !== 'media' || !cover) map.delete(key);
  if (cover && map.get('media') !== cover.media) map.set('media', cover.media);
}

/**
 * The update that fills an empty document with an item's language. Deterministic, so that two servers that create a draft at
 * once create the same one.
 */
export function seedLanguage(fields: readonly FieldDefinition[], content: LanguageDraft): Uint8Array {
  return seed(content, (doc) => writeLanguage(doc, fields, content));
}

/** The same for the shared part of an item. */
export function seedShared(fields: readonly FieldDefinition[], content: SharedDraft): Uint8Array {
  return seed(content, (doc) => writeShared(doc, fields, content));
}

function seed(content: unknown, write: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = Number.parseInt(contentHash(content).slice(-8), 36) % 2 ** 32;
  doc.transact(() => write(doc));
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

/** The values of non-empty fields: an empty text, rich text or list counts as missing. */
function readFields(doc: Y.Doc, fields: readonly FieldDefinition[]): FieldValues {
  return Object.fromEntries(
    fields.flatMap((field): [string, JsonValue][] => {
      const value = readField(doc, field);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function readField(doc: Y.Doc, field: FieldDefinition): JsonValue | undefined {
  const name = fieldName(field.key);
  switch (field.kind) {
    case 'text':
      return readText(doc.getText(name)) || undefined;
    case 'rich-text': {
      const richText = readRichText(sharedTextIn(doc, name));
      return richText.content.length > 0 ? richTextValue(richText) : undefined;
    }
    case 'list': {
      const entries = isWords(field) ? readWords(doc, field) : readList(doc.getArray(name), field.of);
      return entries.length > 0 ? entries : undefined;
    }
    default: {
      const own = doc.getMap(DRAFT_FIELDS).get(field.key);
      // A field that was a text keeps its words until another time is chosen.
      const value = field.kind === 'time' && own === undefined ? readText(doc.getText(name)) : readValue(own);
      return value === null || value === '' ? undefined : value;
    }
  }
}

/** Changes the given fields; `null` deletes a value. Names of unknown fields are ignored. */
function writeFields(doc: Y.Doc, fields: readonly FieldDefinition[], values: FieldValues): void {
  for (const field of fields) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    if (value !== undefined) writeField(doc, field, value);
  }
}

function writeField(doc: Y.Doc, field: FieldDefinition, value: JsonValue): void {
  const name = fieldName(field.key);
  switch (field.kind) {
    case 'text':
      writeText(doc.getText(name), typeof value === 'string' ? value : '');
      return;
    case 'rich-text':
      writeRichText(sharedTextIn(doc, name), isRichText(value) ? value : { type: 'doc', content: [] });
      return;
    case 'list':
      if (isWords(field)) writeWords(doc, field, value);
      else writeList(doc.getArray(name), field.of, Array.isArray(value) ? value : []);
      return;
    default: {
      const map = doc.getMap(DRAFT_FIELDS);
      if (field.kind === 'time') writeText(doc.getText(name), '');
      if (value === null) map.delete(field.key);
      else if (!sameContents(readValue(map.get(field.key)), value)) map.set(field.key, value);
    }
  }
}
