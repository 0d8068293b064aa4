import type * as Y from 'yjs';
import type { FieldValues } from '../content/item.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { isWords } from '../content-types/entry-words.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { DRAFT_FIELDS, fieldName } from '../drafts/draft-shape.ts';
import { isRichText, richTextValue } from '../rich-text/rich-text.ts';
import { sharedTextIn } from '../shared-text/shared-text.ts';
import { readRichText, writeRichText } from '../shared-text/write-rich-text.ts';
import { readList, writeList } from './list-field.ts';
import { readText, readValue, writeText } from './values.ts';
import { readWords, writeWords } from './words-field.ts';

/** The values of non-empty fields: an empty text, rich text or list counts as missing. */
export function readFields(doc: Y.Doc, fields: readonly FieldDefinition[]): FieldValues {
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
export function writeFields(doc: Y.Doc, fields: readonly FieldDefinition[], values: FieldValues): void {
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
