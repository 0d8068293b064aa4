import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Item } from './item.ts';

/**
 * The field that groups the questions of a type: the first field with choices, whose order the groups have. Other types have no
 * groups.
 */
export function groupField({
  appearsAs,
  fields,
}: Pick<ContentType, 'appearsAs' | 'fields'>): (FieldDefinition & { kind: 'choice' }) | undefined {
  return appearsAs === 'faq' ? fields.find((field) => field.kind === 'choice') : undefined;
}

/** The group of an item's draft; `undefined` if it has none or the type no longer has it. */
export function groupOf(type: ContentType | undefined, item: Item): string | undefined {
  const field = type && groupField(type);
  if (!field) return undefined;
  const values = field.localized ? item.languages[item.sourceLanguage]?.fields : item.fields;
  return field.choices.find(({ value }) => value === values?.[field.key])?.value;
}
