import type { Doc, Array as SharedArray, Map as SharedMap } from 'yjs';
import type { FieldValues, LanguageContent } from '#core/content/item.ts';
import type { MinorEdit, TranslationLink, TranslationLinks } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { DRAFT_BODY, DRAFT_FIELDS, DRAFT_LINKS, DRAFT_MINOR_EDITS, fieldName } from '#core/drafts/draft-shape.ts';
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

export function readLinks(doc: Doc): TranslationLinks {
  return linksOf(doc).toJSON() as TranslationLinks;
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
      .filter(({ localized }) => localized)
      .flatMap((field): [string, JsonValue][] => {
        const { key } = field;
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
