import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Item } from './item.ts';

/** By what questions are grouped: their first field with choices, in the order of these. Other types have no groups. */
export function groupField({
  appearsAs,
  fields,
}: Pick<ContentType, 'appearsAs' | 'fields'>): (FieldDefinition & { kind: 'choice' }) | undefined {
  return appearsAs === 'faq' ? fields.find((field) => field.kind === 'choice') : undefined;
}

/** The group of an item's draft; `undefined` for none, and for one that its type does not have any more. */
export function groupOf(type: ContentType | undefined, item: Item): string | undefined {
  const field = type && groupField(type);
  if (!field) return undefined;
  const values = field.localized ? item.languages[item.sourceLanguage]?.fields : item.fields;
  return field.choices.find(({ value }) => value === values?.[field.key])?.value;
}
