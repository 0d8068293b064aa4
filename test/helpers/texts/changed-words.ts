import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import { partOfField } from '#core/content-types/entry-words.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { type RichText, type RichTextNode, siteBlockWords } from '#core/rich-text/rich-text.ts';

const GREEK = 'αβψδεφγηιξκλμνοπϙρστθωϡχυζ';

/** An address that is nowhere in the sample. */
export const CHANGED_EMAIL = 'changed@elsewhere.example';

/**
 * A text with Greek letters in place of all Latin ones, so that any Latin letter that a page still has was not changed. It is as long
 * as before: limits of lengths hold, and digits, signs and spaces stay.
 */
export function changed(text: string): string {
  return text.replace(/\p{Script=Latin}/gu, (letter) => {
    const [plain = ''] = letter.normalize('NFD').toLowerCase();
    const greek = GREEK[plain.charCodeAt(0) - 'a'.charCodeAt(0)] ?? 'ϖ';
    return letter === letter.toLowerCase() ? greek : greek.toUpperCase();
  });
}

/** What stands in place of a text of a page: an email address has another one. */
export function changedOnPage(text: string): string {
  return /^\S+@\S+$/.test(text) ? CHANGED_EMAIL : changed(text);
}

/** A rich text with its words, alternative texts and captions changed, and those of its sections. */
export function changedRichText<Node extends RichText | RichTextNode>(node: Node): Node {
  const { text, attrs, content } = node as RichTextNode;
  const words = node.type === 'siteBlock' ? siteBlockWords(node as RichTextNode) : {};
  const texts = {
    ...(node.type === 'image' && pick(attrs, ['alt', 'caption', 'credit'])),
    ...(Object.keys(words).length > 0 && { words: changedTexts(words) }),
  };
  return {
    ...node,
    ...(text !== undefined && { text: changed(text) }),
    ...(attrs && { attrs: { ...attrs, ...texts } }),
    ...(content && { content: content.map((child) => changedRichText(child)) }),
  };
}

function pick(attrs: RichTextNode['attrs'], names: string[]) {
  return changedTexts(
    Object.fromEntries(names.flatMap((name) => (attrs?.[name] ? [[name, String(attrs[name])]] : []))),
  );
}

/** Texts by name, changed. */
export function changedTexts(texts: { [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, changed(text)]));
}

/** The values of a type's fields that are texts, changed. @param isLocalized of those of a language, or of those that all share */
export function changedFields(type: ContentType, values: { [key: string]: JsonValue }, isLocalized: boolean) {
  return changedMembers(
    type.fields.flatMap((field) => partOfField(field, isLocalized) ?? []),
    values,
  );
}

function changedMembers(fields: readonly FieldDefinition[], values: { [key: string]: JsonValue }) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.key];
      return value === undefined ? [] : [[field.key, changedValue(field, value)]];
    }),
  );
}

function changedValue(field: FieldDefinition, value: JsonValue): JsonValue {
  if (field.kind === 'text' && typeof value === 'string') {
    if (field.format === 'email') return CHANGED_EMAIL;
    return field.format === undefined ? changed(value) : value;
  }
  if (field.kind !== 'list' || !Array.isArray(value)) return value;
  return value.map((entry) => {
    if (Array.isArray(field.of)) return { ...Object(entry), ...changedMembers(field.of, Object(entry)) };
    return field.of === 'text' && typeof entry === 'string' ? changed(entry) : entry;
  });
}
