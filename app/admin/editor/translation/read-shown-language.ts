import type { Doc, Array as SharedArray, Map as SharedMap } from 'yjs';
import type { FieldValues, Item, LanguageContent } from '#core/content/item.ts';
import type { MinorEdit, TranslationLink, TranslationLinks } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { ENTRY_ID, hasWords, isWords, partOfField } from '#core/content-types/entry-words.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { readWords } from '#core/draft-contents/values.ts';
import {
  DRAFT_BODY,
  DRAFT_COVER,
  DRAFT_FIELDS,
  DRAFT_LINKS,
  DRAFT_MINOR_EDITS,
  fieldName,
} from '#core/drafts/draft-shape.ts';
import { richTextValue } from '#core/rich-text/rich-text.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { readRichText } from '#core/shared-text/write-rich-text.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import { readEntries } from '../fields/list-entries.ts';

/** The current content of a language's draft, finished or not. */
export function readShownLanguage(doc: Doc, type: Pick<ContentType, 'fields'>): LanguageContent {
  const text = (name: string) => doc.getText(name).toString();
  return {
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    body: readRichText(sharedTextIn(doc, DRAFT_BODY)),
    seo: { title: text('seo.title'), description: text('seo.description') },
    coverAlt: text(COVER_ALT),
    fields: readFields(doc, type),
  };
}

/** What of the shared part says what of a language is shown (`asShown`): the cover, and the entries of lists with words. */
export function readShownShared(doc: Doc, { fields }: Pick<ContentType, 'fields'>): Pick<Item, 'cover' | 'fields'> {
  const media = doc.getMap<string>(DRAFT_COVER).get('media');
  const entries = fields.filter(hasWords).map(({ key }): [string, JsonValue] => {
    const list = doc.getArray<SharedMap<JsonValue>>(fieldName(key)).toArray();
    return [key, list.map((entry) => ({ [ENTRY_ID]: entry.get(ENTRY_ID) ?? '' }))];
  });
  return { ...(media !== undefined && { cover: { media } }), fields: Object.fromEntries(entries) };
}

export function readLinks(doc: Doc): TranslationLinks {
  return linksOf(doc).toJSON() as TranslationLinks;
}

export function writeLinks(doc: Doc, links: TranslationLinks): void {
  doc.transact(() => {
    for (const [unit, link] of Object.entries(links)) linksOf(doc).set(unit, link);
  });
}

export function linksOf(doc: Doc): SharedMap<TranslationLink> {
  return doc.getMap<TranslationLink>(DRAFT_LINKS);
}

export function minorEditsOf(doc: Doc): SharedArray<MinorEdit> {
  return doc.getArray<MinorEdit>(DRAFT_MINOR_EDITS);
}

function readFields(doc: Doc, { fields }: Pick<ContentType, 'fields'>): FieldValues {
  const values = doc.getMap<JsonValue>(DRAFT_FIELDS);
  return Object.fromEntries(
    fields
      .flatMap((field) => partOfField(field, true) ?? [])
      .flatMap((field): [string, JsonValue][] => {
        const { key } = field;
        if (isWords(field)) return [[key, readWords(doc, field)]];
        if (field.kind === 'text') return [[key, doc.getText(fieldName(key)).toString()]];
        if (field.kind === 'rich-text') return [[key, richTextValue(readRichText(sharedTextIn(doc, fieldName(key))))]];
        if (field.kind === 'list') {
          const list = doc.getArray<SharedMap<unknown>>(fieldName(key));
          return [[key, readEntries(list, field.of) as JsonValue]];
        }
        const value = values.get(key);
        return value === undefined ? [] : [[key, value]];
      }),
  );
}
